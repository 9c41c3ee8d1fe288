const words: Record<string, string> = {
  'top-up': 'Money added',
  'daily-reward': 'Daily reward',
  game: 'Game',
  'guest-expired': 'Account closed',
};

interface Entry {
  kind: string;
  subject: string | null;
  /** Cents; of a sale its sign tells the seller from the buyer. */
  amount: number;
}

/** What a movement was for, in words: `Game: Portal`. */
export function describeEntry({ kind, subject, amount }: Entry): string {
  const trade = amount > 0 ? 'Sold' : 'Bought';
  const word = kind === 'sale' ? trade : (words[kind] ?? kind);
  return subject ? `${word}: ${subject}` : word;
}
