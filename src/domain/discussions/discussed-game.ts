/** The game that a discussion is about. `id` is null when the catalog has no game of that name. */
export interface DiscussedGame {
  id: number | null;
  name: string;
}

/** Converts the two columns of a discussion; null if its author named no game. */
export function toDiscussedGame({ game, gameId }: { game: string; gameId: number | null }) {
  return game === '' ? null : ({ id: gameId, name: game } satisfies DiscussedGame);
}
