/** What the seller gets of a price, in cents. The fee is rounded down. */
export function subtractFee(cents: number, feePercent: number): number {
  return cents - Math.floor((cents * feePercent) / 100);
}

/** The names of a card's inputs in the form that sells duplicates. */
export function getDuplicateFields({ gameId, kindId }: { gameId: number; kindId: string }) {
  return { price: `price:${gameId}:${kindId}`, copies: `copies:${gameId}:${kindId}` };
}
