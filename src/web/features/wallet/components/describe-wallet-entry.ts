import type { WalletEntry } from '#domain/wallet/list-wallet-entries.ts';

const kindNames: Record<string, string> = {
  'top-up': 'Money added',
  'daily-reward': 'Daily reward',
  game: 'Game',
  'guest-expired': 'Account closed',
  'order-placed': 'Set aside for an order',
  'order-returned': 'Returned from an order',
  grant: 'Given by an admin',
  fine: 'Taken by an admin',
  'starting-money': 'Starting money',
  code: 'Code',
};

/** In a sale the amount is positive for the seller and negative for the buyer. */
type DescribedEntry = Pick<WalletEntry, 'kind' | 'subject' | 'amount'>;

/** The purpose of a wallet entry: `Game: Portal`. */
export function describeWalletEntry({ kind, subject, amount }: DescribedEntry): string {
  const saleName = amount > 0 ? 'Sold' : 'Bought';
  const name = kind === 'sale' ? saleName : (kindNames[kind] ?? kind);
  return subject ? `${name}: ${subject}` : name;
}
