import { stringify } from 'csv-stringify/sync';

/** Numbers are written as decimals, dates in ISO 8601; null is an empty cell. */
export type CsvCell = string | number | Date | null;

/** Rows that are formatted at a time. */
const batchRows = 200;

/**
 * Formats rows as CSV (RFC 4180), a batch of lines at a time. A text that a spreadsheet would run as a formula
 * gets the prefix `'`. A number never gets it, so negative amounts stay numbers.
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
      },
    });
  yield `${header.join(',')}\r\n`;
  let batch: (readonly CsvCell[])[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < batchRows) continue;
    yield format(batch);
    batch = [];
  }
  if (batch.length > 0) yield format(batch);
}
