import { and, eq, inArray, not } from 'drizzle-orm';
import { accountRoles, furtherRoles, users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { lockAccounts } from '../../accounts/lock-accounts.ts';
import { requireFreshProof } from '../../accounts/sessions/fresh-proof.ts';
import { isSuspended } from '../../accounts/suspension.ts';
import type { Ctx } from '../../context.ts';
import { appendToModerationLog } from '../log/append-to-moderation-log.ts';
import { findAccountForRole, logRoleChange } from './find-account-for-role.ts';

interface Change {
  username: string;
  /** The slug of the further role. */
  role: string;
  reason: string;
}

/**
 * Gives a registered account a further role. It takes effect at the account's next request. It needs a fresh
 * proof of identity.
 * @throws AppError `login-required`, `admins-only`, `user-not-found`, `moderate-self`, `not-above`,
 * `guest-not-allowed`, `account-suspended`, `role-not-found`, `proof-required`, `role-had`.
 */
export async function giveFurtherRole(ctx: Ctx, change: Change): Promise<void> {
  const { role, reason } = change;
  const { actor, target, name, now } = await checkChange(ctx, change);
  if (target.suspended) throw new AppError('account-suspended');
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, [actor.id, target.id], 'no key update');
    await requireFreshProof(ctx, tx);
    // A deletion or suspension at the same time waits for the lock above, or is seen here.
    const [account] = await tx
      .select({ id: users.id })
      .from(users)
      .where(
        and(
          eq(users.id, target.id),
          inArray(users.role, ['player', 'moderator']),
          not(isSuspended(now)),
        ),
      );
    if (!account) throw new AppError('account-suspended');
    // Its deletion at the same time waits, or is seen here.
    const [held] = await tx
      .select({ slug: furtherRoles.slug })
      .from(furtherRoles)
      .where(eq(furtherRoles.slug, role))
      .for('key share');
    if (!held) throw new AppError('role-not-found');
    const given = await tx
      .insert(accountRoles)
      .values({ userId: target.id, role, givenAt: now })
      .onConflictDoNothing()
      .returning({ role: accountRoles.role });
    if (given.length === 0) throw new AppError('role-had');
    await appendToModerationLog(tx, {
      moderatorId: actor.id,
      act: 'give-further-role',
      targetId: target.id,
      reason,
      details: { role: name },
      at: now,
    });
  });
  logRoleChange(ctx, { account: target.id, from: 'none', to: role });
}

/**
 * Takes a further role away, also from a suspended account. It needs a fresh proof of identity.
 * @throws AppError `login-required`, `admins-only`, `user-not-found`, `moderate-self`, `not-above`,
 * `guest-not-allowed`, `role-not-found`, `proof-required`, `role-not-had`.
 */
export async function takeFurtherRole(ctx: Ctx, change: Change): Promise<void> {
  const { role, reason } = change;
  const { actor, target, name, now } = await checkChange(ctx, change);
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, [actor.id, target.id], 'no key update');
    await requireFreshProof(ctx, tx);
    const taken = await tx
      .delete(accountRoles)
      .where(and(eq(accountRoles.userId, target.id), eq(accountRoles.role, role)))
      .returning({ role: accountRoles.role });
    if (taken.length === 0) throw new AppError('role-not-had');
    await appendToModerationLog(tx, {
      moderatorId: actor.id,
      act: 'take-further-role',
      targetId: target.id,
      reason,
      details: { role: name },
      at: now,
    });
  });
  logRoleChange(ctx, { account: target.id, from: role, to: 'none' });
}

/** Checks who changes which role of whom. */
async function checkChange(ctx: Ctx, { username, role }: Change) {
  const found = await findAccountForRole(ctx, username);
  const [further] = await ctx.db
    .select({ name: furtherRoles.name })
    .from(furtherRoles)
    .where(eq(furtherRoles.slug, role));
  if (!further) throw new AppError('role-not-found');
  return { ...found, name: further.name };
}
