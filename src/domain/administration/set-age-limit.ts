import { eq } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { lockOwnAccount } from '../accounts/sessions/fresh-proof.ts';
import { byUsername } from '../accounts/username-condition.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions/require-moderator.ts';
import { appendToAdminLog } from '../site/append-to-admin-log.ts';

/**
 * Gives an account an age limit in years, or that of the site (null). It holds from the next request on; its open
 * orders and trade offers for other games end within a minute. It needs a fresh proof of identity.
 * @throws AppError `login-required`, `admins-only`, `proof-required`, `user-not-found`.
 */
export async function setAgeLimit(
  ctx: Ctx,
  { username, ageLimit }: { username: string; ageLimit: number | null },
): Promise<void> {
  const { id: accountId } = requireAdmin(ctx);
  await ctx.db.transaction(async (tx) => {
    await lockOwnAccount(ctx, tx, { isProven: true });
    const [before] = await tx
      .select({ id: users.id, username: users.displayUsername, ageLimit: users.ageLimit })
      .from(users)
      .where(byUsername(username))
      .for('no key update');
    if (!before) throw new AppError('user-not-found');
    if (before.ageLimit === ageLimit) return;
    await tx.update(users).set({ ageLimit }).where(eq(users.id, before.id));
    await appendToAdminLog(tx, {
      accountId,
      act: 'set-age-limit',
      subject: before.id,
      details: { username: before.username, from: before.ageLimit, to: ageLimit },
      at: ctx.clock.now(),
    });
  });
}
