import { and, eq, inArray, not } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { setRole } from '../../accounts/roles/set-role.ts';
import { isSuspended } from '../../accounts/suspension.ts';
import type { Ctx } from '../../context.ts';
import { appendToModerationLog } from '../log/append-to-moderation-log.ts';
import { findModeratedAccount } from './find-moderated-account.ts';

/**
 * Makes an account an admin, for the operator's command line only. Returns the username as typed.
 * @throws AppError `user-not-found`, `guest-not-allowed`, `account-suspended`, `role-had`, `example-account`.
 */
export async function makeAdmin(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { username }: { username: string },
): Promise<string> {
  const now = ctx.clock.now();
  const target = await findModeratedAccount(ctx.db, username, now);
  if (target.role === 'guest') {
    throw new AppError('guest-not-allowed', {
      text: `${target.username} is a guest and has to register first.`,
    });
  }
  if (target.isExample) throw new AppError('example-account');
  if (target.suspended) {
    throw new AppError('account-suspended', {
      text: `${target.username} is suspended and has to be restored first.`,
    });
  }
  await ctx.db.transaction(async (tx) => {
    const where = and(
      eq(users.id, target.id),
      inArray(users.role, ['player', 'moderator']),
      not(isSuspended(now)),
    );
    if (!(await setRole(tx, 'admin', { where, now }))) {
      throw new AppError('role-had', { text: `${target.username} is an admin already.` });
    }
    await appendToModerationLog(tx, {
      moderatorId: null,
      act: 'give-role',
      targetId: target.id,
      reason: 'Made an admin at the command line.',
      details: { from: target.role, to: 'admin' },
      at: now,
    });
  });
  return target.username;
}
