import type { Ctx } from '#domain/context.ts';
import type { ForgotPasswordInput } from '#shared/schemas/accounts.ts';
import { requestMail } from '../emails/request-email.ts';

/**
 * Asks for a new link that confirms an address, if it has an account and is not confirmed yet. Answers
 * nothing either way, after the same work: who asks does not learn whether it has.
 * @throws Refusal `rate-limited` per address of the mail and of the asker.
 */
export async function resendConfirmation(ctx: Ctx, { email }: ForgotPasswordInput): Promise<void> {
  await ctx.rateLimiter.take('reset-by-address', ctx.request.address);
  await ctx.rateLimiter.take('reset-by-account', email);
  await requestMail(ctx, 'confirm', email);
}
