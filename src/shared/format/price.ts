/** What of a price (cents) the seller gets; the fee is rounded down. */
export function afterFee(cents: number, feePercent: number): number {
  return cents - Math.floor((cents * feePercent) / 100);
}

/** The inputs of a card in the form that sells duplicates, by the game and the kind in their names. */
export function duplicateFields({ gameId, kindId }: { gameId: number; kindId: string }) {
  return { price: `price:${gameId}:${kindId}`, copies: `copies:${gameId}:${kindId}` };
}
