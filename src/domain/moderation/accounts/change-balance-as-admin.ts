import { randomUUID } from 'node:crypto';
import type { Queryable } from '#database/client.ts';
import { AppError, isAppError } from '#shared/errors/app-error.ts';
import { adminMoneyRules } from '#shared/format/amounts/admin-money-rules.ts';
import { lockAccounts } from '../../accounts/lock-accounts.ts';
import type { Ctx } from '../../context.ts';
import { lockWallets } from '../../ledger/lock-wallets.ts';
import { moveMoney } from '../../ledger/move-money.ts';
import { runIdempotent } from '../../lib/idempotency.ts';
import { appendToModerationLog } from '../log/append-to-moderation-log.ts';
import {
  type AdminForm,
  requireChangeable,
  requireProvenAdmin,
} from './change-account-as-admin.ts';
import { findModeratedAccount } from './find-moderated-account.ts';

interface BalanceChange extends AdminForm {
  act: 'give-money' | 'take-money';
  /** Cents, above 0. */
  amount: number;
  key: string;
}

/**
 * Gives or takes money of a registered account that is no admin, with a reason that its owner reads: at most
 * 1,000.00 an act, and never more than the balance. What buy orders have set aside is not taken. Returns the new
 * balance in cents.
 * @throws AppError `login-required`, `admins-only`, `proof-required`, `bad-input`, `user-not-found`, `moderate-self`,
 * `not-above`, `guest-not-allowed`, `account-suspended`, `not-enough-money`, `balance-limit`, `key-reused`.
 */
export async function changeBalanceAsAdmin(
  ctx: Ctx,
  { username, reason, act, amount, key }: BalanceChange,
): Promise<{ amount: number; balance: number }> {
  const { id: adminId } = await requireProvenAdmin(ctx);
  const { min, max, rangeText } = adminMoneyRules;
  if (!Number.isSafeInteger(amount) || amount < min || amount > max) {
    throw new AppError('bad-input', { fields: { amount: rangeText } });
  }
  const now = ctx.clock.now();
  const { id: targetId } = await findModeratedAccount(ctx.db, username, now);
  const request = { useCase: act, input: { targetId, amount, reason } };
  const changed = await runIdempotent(ctx, { userId: adminId, key, request }, async (tx) => {
    await lockWallets(tx, [targetId]);
    await lockAccounts(tx, [adminId, targetId], 'no key update');
    await requireProvenAdmin(ctx, tx);
    requireChangeable(await findModeratedAccount(tx, username, now), adminId);
    const balance = await moveLogged(tx, {
      act,
      amount,
      targetId,
      moderatorId: adminId,
      reason,
      at: now,
    });
    return { amount, balance };
  });
  ctx.notifier.deliverSoon();
  return changed;
}

interface LoggedMove {
  act: BalanceChange['act'];
  /** Cents, above 0. */
  amount: number;
  targetId: string;
  moderatorId: string;
  reason: string;
  at: Date;
}

/**
 * Moves the money, with an entry in the moderation log that the audit compares with the ledger. The caller has
 * locked the wallet. Returns the new balance in cents.
 * @throws AppError `not-enough-money`, `balance-limit`.
 */
export async function moveLogged(
  tx: Queryable,
  { act, amount, targetId, reason, at, moderatorId }: LoggedMove,
): Promise<number> {
  const transferId = randomUUID();
  const gained = act === 'give-money' ? amount : -amount;
  const balance = await moveMoney(tx, {
    transferId,
    kind: act === 'give-money' ? 'grant' : 'fine',
    userId: targetId,
    systemAccount: 'admins',
    amount: gained,
    subject: reason.replaceAll(/\s+/g, ' '),
    at,
  }).catch((error: unknown) => {
    throw explainForAdmin(error);
  });
  const details = { transferId, amount };
  const entry = { moderatorId, act, targetId, reason, details, at };
  await appendToModerationLog(tx, { ...entry, amount: gained });
  return balance;
}

/** The usual texts speak to the owner of the wallet. */
function explainForAdmin(error: unknown): unknown {
  if (!isAppError(error)) return error;
  if (error.code === 'not-enough-money') {
    return new AppError('not-enough-money', { text: 'The account does not have that much.' });
  }
  if (error.code === 'balance-limit') {
    return new AppError('balance-limit', { text: 'The balance would be above its limit.' });
  }
  return error;
}
