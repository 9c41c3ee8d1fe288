interface Price {
  cents: number;
  regularCents: number | null;
  saleEndsAt: Date | null;
  memberOf?: string;
}

/** What a game costs, from the prices of a page. */
export function findGamePrice(
  prices: { defaultCents: number; byGame: Record<number, Price> },
  gameId: number,
): Price {
  return (
    prices.byGame[gameId] ?? { cents: prices.defaultCents, regularCents: null, saleEndsAt: null }
  );
}
