/** The game that a discussion is about. `id` is null when the catalog has no game of that name. */
export interface DiscussedGame {
  id: number | null;
  name: string;
}

/** The game of a discussion's columns; null when no game was named. */
export function toDiscussedGame({ game, gameId }: { game: string; gameId: number | null }) {
  return game === '' ? null : ({ id: gameId, name: game } satisfies DiscussedGame);
}
