import { gameKeyConstants } from '#shared/constants/game-library/game-keys.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { decodeText } from '../../lib/csv/decode-text.ts';
import { type CsvRow, nameColumn, readCsv } from '../../lib/csv/read-csv.ts';
import { isKeyHeading, isKnownHeading } from './key-headings.ts';
import { checkKeys, type KeyList } from './parse-key-list.ts';

/** A file with keys: a list, one a line, or a table. */
export type KeyFile = { list: string } | { table: string };

/** Where the keys of a table are. */
export interface KeyColumn {
  /** From 0. */
  column: number;
  /** Whether the first row is a heading and no key. */
  hasHeading: boolean;
}

/** What an editor sees of a table before its keys are added. */
export interface KeyTablePreview {
  table: string;
  /** The column that has most keys. */
  proposed: number;
  columns: {
    column: number;
    /** As spreadsheets name it. */
    letter: string;
    /** The first texts. */
    first: string[];
    /** Keys with the first row. */
    keys: number;
    /** Texts that would be left out. */
    refused: number;
  }[];
}

const { linesMax, columnsMax, shownMax } = gameKeyConstants;

/**
 * Reads the text of a file with keys. A file with an ending of tables and one with tabs is a table. Null for bytes
 * that are no text.
 */
export function readKeyFile({ name, bytes }: { name: string; bytes: Uint8Array }): KeyFile | null {
  const text = decodeText(bytes);
  if (text === null) return null;
  return isTableName(name) || text.includes('\t') ? { table: text } : { list: text };
}

const isTableName = (name: string) => /\.(?:csv|tsv|tab)$/i.test(name);

type CreateError = (text: string) => AppError;

/** @throws what `createError` creates for a table that cannot be read or is too large */
export function readKeyTable(table: string, createError: CreateError): CsvRow[] {
  const { rows } = readCsv(table, {
    // With a heading.
    rowsMax: linesMax + 1,
    rowsText: 'A file can have 5,000 keys.',
    createError,
  });
  if (rows.length === 0) throw createError('There is no key in the file.');
  return rows;
}

/**
 * The column that the first row names. Null if that row has another text than known names, or several columns
 * could be meant: it may be a key.
 */
export function findKeyColumn([first]: readonly CsvRow[]): number | null {
  const cells = first?.cells ?? [];
  if (!cells.every((cell) => cell.trim() === '' || isKnownHeading(cell))) return null;
  const [column, other] = cells.flatMap((cell, index) => (isKeyHeading(cell) ? [index] : []));
  return other === undefined ? (column ?? null) : null;
}

/** The keys of a column. Empty cells are ignored. */
export function listKeysOfColumn(
  rows: readonly CsvRow[],
  { column, hasHeading }: KeyColumn,
): KeyList {
  const used = hasHeading ? rows.slice(1) : rows;
  return checkKeys(
    used.map(({ row, cells }) => ({ line: row, text: cells[column] ?? '' })),
    'row',
  );
}

/** Counts the keys of each column, so that an editor can choose one. */
export function previewKeyTable(table: string, createError: CreateError): KeyTablePreview {
  const rows = readKeyTable(table, createError);
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  if (width > columnsMax) throw createError(`The file has more than ${columnsMax} columns.`);
  const columns = Array.from({ length: width }, (_, column) => {
    const { keys, refused } = listKeysOfColumn(rows, { column, hasHeading: false });
    const texts = rows.map(({ cells }) => cells[column]?.trim() ?? '').filter(Boolean);
    const first = texts.slice(0, shownMax).map((text) => text.slice(0, gameKeyConstants.keyMax));
    return {
      column,
      letter: nameColumn(column),
      first,
      keys: keys.length,
      refused: refused.length,
    };
  }).filter(({ first }) => first.length > 0);
  const [best] = columns.toSorted((a, b) => b.keys - a.keys);
  return { table, proposed: best?.column ?? 0, columns };
}
