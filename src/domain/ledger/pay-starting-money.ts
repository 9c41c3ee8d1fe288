import { randomUUID } from 'node:crypto';
import type { Queryable } from '#database/client.ts';
import { topUpConstants } from '#shared/constants/wallet.ts';
import { readSiteSetting } from '../site/read-site-settings.ts';
import { lockWallets } from './lock-wallets.ts';
import { moveMoney } from './move-money.ts';

/**
 * Pays what a new player has at the beginning, in the transaction that registers it. Call it before the row of
 * an existing account is written: wallets are locked first.
 * @throws AppError `balance-limit` for a guest whose wallet has no room for it.
 */
export async function payStartingMoney(
  tx: Queryable,
  { userId, at }: { userId: string; at: Date },
): Promise<void> {
  const saved = await readSiteSetting(tx, 'startingMoney');
  const amount = saved === 'configured' ? topUpConstants.startingMoneyCents : saved;
  if (amount === 0) return;
  await lockWallets(tx, [userId]);
  await moveMoney(tx, {
    transferId: randomUUID(),
    kind: 'starting-money',
    userId,
    systemAccount: 'starting-money',
    amount,
    subject: null,
    at,
  });
}
