import { eq } from 'drizzle-orm';
import { groups } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { lockOwnAccount } from '../accounts/sessions/fresh-proof.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions/require-moderator.ts';
import { appendToAdminLog } from '../site/append-to-admin-log.ts';
import { lockGroup } from './lock-group.ts';

/** The age limit of a group in years; null without one. @throws AppError `login-required`, `admins-only`, `group-gone`. */
export async function readGroupAgeLimit(ctx: Ctx, { id }: { id: string }): Promise<number | null> {
  requireAdmin(ctx);
  const [group] = await ctx.db
    .select({ ageLimit: groups.ageLimit })
    .from(groups)
    .where(eq(groups.id, id));
  if (!group) throw new AppError('group-gone');
  return group.ageLimit;
}

/**
 * Sets the age limit in years of the members of a group, or none (null). Of the limits of an account and its groups the
 * lowest holds, from its next request on. It needs a fresh proof of identity.
 * @throws AppError `login-required`, `admins-only`, `proof-required`, `group-gone`.
 */
export async function setGroupAgeLimit(
  ctx: Ctx,
  { id, ageLimit }: { id: string; ageLimit: number | null },
): Promise<void> {
  const { id: accountId } = requireAdmin(ctx);
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await lockOwnAccount(ctx, tx, { isProven: true });
    const { name, ageLimit: from } = await lockGroup(tx, id, 'update');
    if (from === ageLimit) return;
    await tx.update(groups).set({ ageLimit }).where(eq(groups.id, id));
    await appendToAdminLog(tx, {
      accountId,
      act: 'set-group-age-limit',
      subject: id,
      details: { name, from, to: ageLimit },
      at,
    });
  });
}
