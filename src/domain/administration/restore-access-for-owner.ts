import { eq } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { logsInBySignOnOnly } from '../accounts/emails/create-requested-email.ts';
import { createEmailLinkToken } from '../accounts/emails/email-link.ts';
import { requestEmail } from '../accounts/emails/request-email.ts';
import type { Ctx } from '../context.ts';
import { type AdminForm, changeAsAdmin } from '../moderation/accounts/change-account-as-admin.ts';
import { removeAllFactors } from '../moderation/accounts/remove-lost-factors.ts';

/**
 * Makes a link with which the owner of an account sets a new password, once, within an hour. It is mailed; where
 * no mail can be sent, its token is returned, to be shown once. A new link replaces the earlier ones.
 * @throws AppError `sign-on-account`, and those of `changeAsAdmin`.
 */
export async function makeResetLink(
  ctx: Ctx,
  form: AdminForm,
): Promise<{ token: string | null; username: string }> {
  return changeAsAdmin(ctx, { ...form, act: 'make-reset-link' }, async (tx, target) => {
    if (await logsInBySignOnOnly({ db: tx, accounts: ctx.accounts }, target.id))
      throw new AppError('sign-on-account');
    const { username } = target;
    if (!ctx.accounts.mailer.canDeliver) {
      const token = await createEmailLinkToken(tx, 'reset', target.id, ctx.clock.now());
      return { token, username };
    }
    const [owner] = await tx
      .select({ email: users.email })
      .from(users)
      .where(eq(users.id, target.id));
    if (!owner) throw new AppError('user-not-found');
    await requestEmail({ db: tx, clock: ctx.clock }, 'reset-by-admin', owner.email);
    return { token: null, username };
  });
}

/**
 * Removes all second factors and passkeys of an account whose owner lost them. A mail tells the owner. The
 * password and the sessions stay.
 * @throws AppError `no-factor`, and those of `changeAsAdmin`.
 */
export async function removeFactorsAsAdmin(ctx: Ctx, form: AdminForm): Promise<void> {
  const account = await changeAsAdmin(
    ctx,
    { ...form, act: 'remove-factors' },
    async (tx, target) => {
      await removeAllFactors(tx, ctx, target);
      return target.id;
    },
  );
  const entry = { event: 'factor-changed', account, change: 'all removed by an admin' } as const;
  ctx.accounts.securityLog.record(ctx.request, entry);
}
