/** Formats the card that a notification is about: `42:default-crown`. */
export function formatNotifiedCard(kindId: string, gameId: number): string {
  return `${gameId}:${kindId}`;
}

/** Parses the card that a notification is about; null if the subject is not a card. */
export function parseNotifiedCard(subject: string): { kindId: string; gameId: number } | null {
  const [, gameId, kindId] = /^(\d{1,10}):(.+)$/.exec(subject) ?? [];
  return gameId && kindId ? { kindId, gameId: Number(gameId) } : null;
}
