import { randomUUID } from 'node:crypto';
import type { Queryable } from '#database/client.ts';
import { moveMoney } from '../ledger/move-money.ts';

/** Moves the balance of a retired guest, in cents, to the store. The caller has locked the wallet. */
export async function emptyWalletOfAccount(
  tx: Queryable,
  { userId, balance, at }: { userId: string; balance: number; at: Date },
): Promise<void> {
  if (balance === 0) return;
  await moveMoney(tx, {
    transferId: randomUUID(),
    kind: 'guest-expired',
    userId,
    systemAccount: 'store',
    amount: -balance,
    subject: null,
    at,
  });
}
