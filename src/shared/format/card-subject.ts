/** How a notice names the kind of card that it is about: `42:default-crown`. */
export function cardThing(kindId: string, gameId: number): string {
  return `${gameId}:${kindId}`;
}

/** The kind of card that a notice names; null where it names something else. */
export function readCardThing(thing: string): { kindId: string; gameId: number } | null {
  const [, gameId, kindId] = /^(\d{1,10}):(.+)$/.exec(thing) ?? [];
  return gameId && kindId ? { kindId, gameId: Number(gameId) } : null;
}
