import { stringify } from 'csv-stringify/sync';

/** Numbers are written as decimals, dates in ISO 8601; null is an empty cell. */
export type CsvCell = string | number | Date | null;

/** Rows that are formatted at a time. */
const batchRows = 200;

/** The signs with which a formula begins, for which `escape_formulas` writes a `'`; here behind others. */
const guarded = /^'+[=+\-@\t\r＝＋－＠]/;

/**
 * Formats rows as CSV (RFC 4180), a batch of lines at a time, with a byte order mark, without which Excel does not
 * read UTF-8. A text that a spreadsheet would run as a formula gets the prefix `'`, and also a text that looks as if
 * it had it, so that `removeFormulaGuard` finds every text again. A number never gets it, so negative amounts stay
 * numbers.
 */
export async function* formatCsv(
  rows: AsyncIterable<readonly CsvCell[]>,
  { header, decimals }: { header: readonly string[]; decimals: number },
): AsyncGenerator<string, void> {
  const format = (batch: (readonly CsvCell[])[]) =>
    stringify(batch, {
      record_delimiter: 'windows',
      quoted_string: true,
      escape_formulas: true,
      cast: {
        number: (value) => value.toFixed(decimals),
        date: (value) => value.toISOString(),
        string: (value) => (guarded.test(value) ? `'${value}` : value),
      },
    });
  yield `\uFEFF${header.join(',')}\r\n`;
  let batch: (readonly CsvCell[])[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < batchRows) continue;
    yield format(batch);
    batch = [];
  }
  if (batch.length > 0) yield format(batch);
}

/** The text of a cell without what `formatCsv` writes before one that looks like a formula. */
export function removeFormulaGuard(cell: string): string {
  return guarded.test(cell) ? cell.slice(1) : cell;
}
