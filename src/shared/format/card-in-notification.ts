/**
 * Parses the card that a notification is about, as the statement of a sale writes it: `42:default-crown`.
 * Null if the subject is not a card.
 */
export function parseNotifiedCard(subject: string): { kindId: string; gameId: number } | null {
  const [, gameId, kindId] = /^(\d{1,10}):(.+)$/.exec(subject) ?? [];
  return gameId && kindId ? { kindId, gameId: Number(gameId) } : null;
}
