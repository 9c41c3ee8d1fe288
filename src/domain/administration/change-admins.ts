import { and, eq } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { lockOtherAdmins } from '../accounts/roles/lock-other-admins.ts';
import { setRole } from '../accounts/roles/set-role.ts';
import type { Ctx } from '../context.ts';
import {
  type AdminForm,
  changeAsAdmin,
  requireProvenAdmin,
} from '../moderation/accounts/change-account-as-admin.ts';
import { findModeratedAccount } from '../moderation/accounts/find-moderated-account.ts';
import { appendToModerationLog } from '../moderation/log/append-to-moderation-log.ts';

/** Makes a player or moderator an admin. @throws AppError those of `changeAsAdmin`. */
export async function giveAdminRole(ctx: Ctx, form: AdminForm): Promise<void> {
  const { account, from } = await changeAsAdmin(
    ctx,
    { ...form, act: 'give-role' },
    async (tx, { id, role }) => {
      await setRole(tx, 'admin', { where: eq(users.id, id), now: ctx.clock.now() });
      return { account: id, from: role };
    },
  );
  const entry = { event: 'role-changed', account, from, to: 'admin' } as const;
  ctx.accounts.securityLog.record(ctx.request, { ...entry, by: ctx.actor?.id ?? null });
}

/**
 * Makes an admin, also the actor, a player. The last admin keeps the role, also when several admins do it to
 * each other at the same time.
 * @throws AppError `login-required`, `admins-only`, `proof-required`, `user-not-found`, `last-admin`,
 * `role-not-had`.
 */
export async function takeAdminRole(ctx: Ctx, { username, reason }: AdminForm): Promise<void> {
  const { id: moderatorId } = await requireProvenAdmin(ctx);
  const now = ctx.clock.now();
  const target = await findModeratedAccount(ctx.db, username, now);
  await ctx.db.transaction(async (tx) => {
    const isOtherLeft = await lockOtherAdmins(tx, { userId: target.id, now });
    await requireProvenAdmin(ctx, tx);
    if (!isOtherLeft) throw new AppError('last-admin');
    const where = and(eq(users.id, target.id), eq(users.role, 'admin'));
    if (!(await setRole(tx, 'player', { where, now }))) throw new AppError('role-not-had');
    await appendToModerationLog(tx, {
      moderatorId,
      act: 'give-role',
      targetId: target.id,
      reason,
      details: { from: 'admin', to: 'player' },
      at: now,
    });
  });
  const entry = { event: 'role-changed', account: target.id, from: 'admin', to: 'player' } as const;
  ctx.accounts.securityLog.record(ctx.request, { ...entry, by: moderatorId });
}
