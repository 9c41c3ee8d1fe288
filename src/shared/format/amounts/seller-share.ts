/** The market fee of a sale, in cents, rounded down. `domain/market/market-fee-sql.ts` is the same in SQL. */
export function getMarketFee(cents: number, feePercent: number): number {
  return Math.floor((cents * feePercent) / 100);
}

/** What the seller gets of a price, in cents. */
export function getSellerShare(cents: number, feePercent: number): number {
  return cents - getMarketFee(cents, feePercent);
}
