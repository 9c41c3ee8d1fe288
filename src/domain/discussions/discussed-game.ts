/** The game that a discussion is about; `id` is null for a name that the catalogue did not know. */
export interface DiscussedGame {
  id: number | null;
  name: string;
}

/** Null where no game was named. */
export function gameOf({ game, gameId }: { game: string; gameId: number | null }) {
  return game === '' ? null : ({ id: gameId, name: game } satisfies DiscussedGame);
}
