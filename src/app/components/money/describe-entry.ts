const words: Record<string, string> = {
  'top-up': 'Money added',
  'daily-reward': 'Daily reward',
  game: 'Game',
  sale: 'Card',
  'guest-expired': 'Account closed',
};

/** What a movement was for, in words: `Game: Portal`. */
export function describeEntry({ kind, subject }: { kind: string; subject: string | null }): string {
  const word = words[kind] ?? kind;
  return subject ? `${word}: ${subject}` : word;
}
