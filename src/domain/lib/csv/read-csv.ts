import { CsvError, parse } from 'csv-parse/sync';
import type { AppError } from '#shared/errors/app-error.ts';

/** A row of a table that is not empty. */
export interface CsvRow {
  /** As a spreadsheet numbers it, from 1. */
  row: number;
  cells: string[];
}

export interface CsvTable {
  rows: CsvRow[];
  /** What separates the cells; null if the first row has one cell. */
  delimiter: string | null;
}

export interface CsvRules {
  /** How many rows may have a text, and the error text for more. */
  rowsMax: number;
  rowsText: string;
  createError: (text: string) => AppError;
}

/** Bounds of every file, whatever it is for. */
const csvLimits = {
  /** Rows with the empty ones. */
  rowsMax: 100_000,
  cellsMax: 1_000,
  /** The longest text that Excel has in a cell. */
  cellMax: 32_767,
  /** Characters of a row. */
  rowCharactersMax: 100_000,
} as const;

const delimiters = [',', ';', '\t'] as const;

/** Stands between the cells of a table with one column. So its cells can have commas and semicolons. */
const noDelimiter = '\u001F';

/**
 * Reads CSV as spreadsheets write it: cells are separated by commas, semicolons or tabs, as the first row has them
 * or a line `sep=;` before it says. Empty rows are left out.
 * @throws what `createError` creates, with the row and the column
 */
export function readCsv(content: string, { rowsMax, rowsText, createError }: CsvRules): CsvTable {
  const [line, named] = /^"?sep=([^\w\s"]|\t)"?(?:\r\n|\r|\n)/i.exec(content) ?? [''];
  const text = content.slice(line.length);
  const delimiter = named ?? findDelimiter(text);
  const rows: CsvRow[] = [];
  let row = 0;
  const add = (cells: string[]) => {
    row += 1;
    if (row > csvLimits.rowsMax)
      throw createError('The file has more than 100,000 rows. Remove the empty ones.');
    if (cells.length > csvLimits.cellsMax)
      throw createError(`Row ${row} has more than 1,000 cells.`);
    const long = cells.findIndex((cell) => cell.length > csvLimits.cellMax);
    if (long >= 0)
      throw createError(
        `Row ${row}, column ${nameColumn(long)}: the text has more than 32,767 characters.`,
      );
    if (cells.every((cell) => cell.trim() === '')) return null;
    rows.push({ row, cells });
    if (rows.length > rowsMax) throw createError(rowsText);
    return null;
  };
  try {
    parse(text, {
      delimiter: delimiter ?? noDelimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      max_record_size: csvLimits.rowCharactersMax,
      on_record: add,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw createError(describeError(error, row + 1));
  }
  return { rows, delimiter };
}

/** The letters that spreadsheets show above a column: A for 0, AA for 26. */
export function nameColumn(index: number): string {
  const before = Math.floor(index / 26);
  const letter = String.fromCharCode(65 + (index % 26));
  return before === 0 ? letter : nameColumn(before - 1) + letter;
}

/** The delimiter that the first row has most often, outside of quotation marks. */
function findDelimiter(text: string): string | null {
  const counts = new Map<string, number>(delimiters.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  let hasText = false;
  for (const character of text.slice(0, csvLimits.rowCharactersMax)) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    const isEnd = character === '\n' || character === '\r';
    if (isEnd && hasText) break;
    const count = counts.get(character);
    if (count !== undefined) counts.set(character, count + 1);
    else if (!isEnd) hasText = true;
  }
  const [[delimiter, count] = ['', 0]] = [...counts].toSorted(([, a], [, b]) => b - a);
  return count > 0 ? delimiter : null;
}

function describeError({ code }: CsvError, row: number): string {
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return `The file is not CSV: a quotation mark in row ${row} is not closed.`;
    case 'CSV_MAX_RECORD_SIZE':
      return `The file is not CSV: row ${row} has more than 100,000 characters.`;
    default:
      return `The file is not CSV: row ${row} has a quotation mark within a text. Write it twice, and the whole text in quotation marks.`;
  }
}
