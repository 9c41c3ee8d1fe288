/** The names of a card's inputs in the form that sells duplicates. */
export function getDuplicateFieldNames({ gameId, kindId }: { gameId: number; kindId: string }) {
  return { price: `price:${gameId}:${kindId}`, copies: `copies:${gameId}:${kindId}` };
}
