const kindNames: Record<string, string> = {
  'top-up': 'Money added',
  'daily-reward': 'Daily reward',
  game: 'Game',
  'guest-expired': 'Account closed',
};

interface WalletEntry {
  kind: string;
  subject: string | null;
  /** Cents. In a sale it is positive for the seller and negative for the buyer. */
  amount: number;
}

/** The purpose of a wallet entry: `Game: Portal`. */
export function describeWalletEntry({ kind, subject, amount }: WalletEntry): string {
  const saleName = amount > 0 ? 'Sold' : 'Bought';
  const name = kind === 'sale' ? saleName : (kindNames[kind] ?? kind);
  return subject ? `${name}: ${subject}` : name;
}
