import { type SQL, sql } from 'drizzle-orm';

/** The market fee of a price in cents, rounded down, as `getMarketFee` computes it. Both are of type bigint. */
export function marketFeeAsSql(price: SQL, feePercent: SQL): SQL {
  return sql`(${price} * ${feePercent} / 100)`;
}
