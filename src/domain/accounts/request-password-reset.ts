import type { ForgotPasswordInput } from '#shared/inputs/accounts.ts';
import type { Ctx } from '../context.ts';
import { requestMail } from './request-mail.ts';

/**
 * Asks for the link that sets a new password, by mail to an address, if it has an account. Answers
 * nothing either way, after the same work: who asks does not learn whether it has.
 * @throws Refusal `rate-limited` per address of the mail and of the asker.
 */
export async function requestPasswordReset(ctx: Ctx, input: ForgotPasswordInput): Promise<void> {
  await ctx.limits.take('reset-by-address', ctx.request.address);
  await ctx.limits.take('reset-by-account', input.email);
  await requestMail(ctx, 'reset', input.email);
}
