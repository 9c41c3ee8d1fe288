import { type SQL, sql } from 'drizzle-orm';
import { realmListConstants } from '#shared/constants/realm-lists.ts';

/**
 * Limits `rows` (a select) to the first rows whose `text`s together have at most `maxBytes` bytes.
 * The order must be without ties and put the rows to keep first. The result is used in place of a
 * table.
 */
export function limitRowsToBytes(
  rows: SQL,
  { order, text = sql`text` }: { order: SQL; text?: SQL },
  maxBytes: number = realmListConstants.textBytes,
): SQL {
  return sql`(select * from (
      select *, sum(octet_length(${text})) over (order by ${order}) as sent from (${rows}) as found
    ) as counted where sent <= ${sql.raw(String(maxBytes))})`;
}

/** The same limit for rows that were read already. The first row is always kept. */
export function takeWithinBytes<Row>(
  rows: readonly Row[],
  bytesOf: (row: Row) => number,
  maxBytes: number = realmListConstants.textBytes,
): Row[] {
  let sent = 0;
  const end = rows.findIndex((row, index) => {
    sent += bytesOf(row);
    return index > 0 && sent > maxBytes;
  });
  return end === -1 ? [...rows] : rows.slice(0, end);
}
