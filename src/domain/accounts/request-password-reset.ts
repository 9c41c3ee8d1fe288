import { and, ne, sql } from 'drizzle-orm';
import { users } from '#db/schema.ts';
import type { ForgotPasswordInput } from '#shared/inputs/accounts.ts';
import type { Ctx } from '../context.ts';
import { createLinkToken } from './mail-link.ts';

/**
 * Mails the link that sets a new password to an address, if it has an account. Answers nothing either
 * way: who asks does not learn whether it has.
 * @throws Refusal `rate-limited` per address of the mail and of the asker.
 */
export async function requestPasswordReset(ctx: Ctx, input: ForgotPasswordInput): Promise<void> {
  await ctx.limits.take('reset-by-address', ctx.request.address);
  await ctx.limits.take('reset-by-account', input.email);
  const [user] = await ctx.db
    .select({ id: users.id, email: users.email, username: users.displayUsername })
    .from(users)
    .where(and(sql`lower(${users.email}) = ${input.email}`, ne(users.role, 'guest')));
  if (!user) return;
  const token = await createLinkToken(ctx.db, 'reset', user.id, ctx.clock.now());
  await ctx.mailer.send({
    to: user.email,
    subject: 'Choose a new password for Guildhall',
    text: [
      `Hello ${user.username},`,
      '',
      'Open this link to choose a new password. It works once, for an hour.',
      `${ctx.publicOrigin}/reset-password?token=${token}`,
      '',
      'If you did not ask for it, ignore this mail: your password stays as it is.',
    ].join('\n'),
  });
}
