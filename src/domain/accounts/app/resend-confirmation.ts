import { and, eq, ne, sql } from 'drizzle-orm';
import { users } from '#db/schema.ts';
import type { ForgotPasswordInput } from '#shared/inputs/accounts.ts';
import type { Ctx } from '../../context.ts';
import { mailConfirmation } from '../registration-mails.ts';

/**
 * Mails a new link that confirms an address, if it has an account and is not confirmed yet. Answers
 * nothing either way: who asks does not learn whether it has.
 * @throws Refusal `rate-limited` per address of the mail and of the asker.
 */
export async function resendConfirmation(ctx: Ctx, { email }: ForgotPasswordInput): Promise<void> {
  await ctx.limits.take('reset-by-address', ctx.request.address);
  await ctx.limits.take('reset-by-account', email);
  const [user] = await ctx.db
    .select({ id: users.id, email: users.email, displayUsername: users.displayUsername })
    .from(users)
    .where(
      and(
        sql`lower(${users.email}) = ${email}`,
        eq(users.emailVerified, false),
        ne(users.role, 'guest'),
      ),
    );
  if (user) await mailConfirmation(ctx, user.id, user);
}
