import { type SQL, sql } from 'drizzle-orm';
import { apiConstants } from '#shared/constants/api.ts';

/**
 * The first of `rows` (a select), in an order without ties, whose `text`s have so many bytes in all at
 * most: lists put what is to be kept first, which is the newest. It stands for a table of a statement.
 */
export function withinBytes(
  rows: SQL,
  { order, text = sql`text` }: { order: SQL; text?: SQL },
  maxBytes: number = apiConstants.textBytes,
): SQL {
  return sql`(select * from (
      select *, sum(octet_length(${text})) over (order by ${order}) as sent from (${rows}) as found
    ) as counted where sent <= ${sql.raw(String(maxBytes))})`;
}

/** The same of what is read already; the first is always among them. */
export function firstWithinBytes<Row>(
  rows: readonly Row[],
  bytesOf: (row: Row) => number,
  maxBytes: number = apiConstants.textBytes,
): Row[] {
  let sent = 0;
  const end = rows.findIndex((row, at) => {
    sent += bytesOf(row);
    return at > 0 && sent > maxBytes;
  });
  return end === -1 ? [...rows] : rows.slice(0, end);
}
