import type { AppError } from '#shared/errors/app-error.ts';
import { type CsvRow, nameColumn } from './read-csv.ts';

/** A row below the row of column names. */
export interface NamedRow<Name extends string> {
  row: number;
  cells: Partial<Record<Name, string>>;
  /** Cells that are missing or have no column. */
  problems: { column: string; text: string }[];
}

interface ColumnRules<Name extends string> {
  names: readonly Name[];
  required: Name;
  createError: (text: string) => AppError;
}

const inAnyCase = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]/g, '');

/**
 * Names the cells by the first row, in any case. Columns without a name and without a text are ignored, as
 * spreadsheets write them behind the last one.
 * @throws what `createError` creates for a name that is no column or is there twice, and if the required one is missing
 */
export function matchColumns<Name extends string>(
  [header, ...rows]: readonly CsvRow[],
  { names, required, createError }: ColumnRules<Name>,
): NamedRow<Name>[] {
  const known = new Map(names.map((name) => [inAnyCase(name), name]));
  const columns = (header?.cells ?? []).map((cell) => {
    if (cell.trim() === '') return null;
    const name = known.get(inAnyCase(cell));
    if (name !== undefined) return name;
    const shown = cell.trim().slice(0, 40);
    throw createError(`There is no column “${shown}”. Columns: ${names.join(', ')}.`);
  });
  const named = columns.filter((name) => name !== null);
  const twice = named.find((name, index) => named.indexOf(name) !== index);
  if (twice !== undefined) throw createError(`The column “${twice}” is there twice.`);
  if (header && !named.includes(required))
    throw createError(`The column “${required}” is missing.`);
  return rows.map(({ row, cells }) => {
    const problems: NamedRow<Name>['problems'] = [];
    const texts: Partial<Record<Name, string>> = {};
    for (const [index, cell] of cells.entries()) {
      const name = columns[index] ?? null;
      if (name !== null) texts[name] = cell;
      else if (cell.trim() !== '')
        problems.push({
          column: nameColumn(index),
          text: 'This column has no name in the first row. If the text belongs to the cell before, put that into quotation marks.',
        });
    }
    const missing = columns.findIndex((name, index) => name !== null && index >= cells.length);
    const first = columns[missing];
    if (first)
      problems.push({
        column: first,
        text: `The row ends before column ${nameColumn(missing)}. Add the missing cells, also empty ones.`,
      });
    return { row, cells: texts, problems: problems.slice(0, 3) };
  });
}
