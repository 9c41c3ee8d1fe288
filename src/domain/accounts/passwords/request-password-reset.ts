import type { Ctx } from '#domain/context.ts';
import type { ForgotPasswordInput } from '#shared/schemas/accounts.ts';
import { requestMail } from '../emails/request-email.ts';

/**
 * Asks for the link that sets a new password, by mail to an address, if it has an account. Answers
 * nothing either way, after the same work: who asks does not learn whether it has.
 * @throws Refusal `rate-limited` per address of the mail and of the asker.
 */
export async function requestPasswordReset(ctx: Ctx, input: ForgotPasswordInput): Promise<void> {
  await ctx.rateLimiter.take('reset-by-address', ctx.request.address);
  await ctx.rateLimiter.take('reset-by-account', input.email);
  await requestMail(ctx, 'reset', input.email);
}
