import type { ForgotPasswordInput } from '#shared/inputs/accounts.ts';
import type { Ctx } from '../../context.ts';
import { requestMail } from '../request-mail.ts';

/**
 * Asks for a new link that confirms an address, if it has an account and is not confirmed yet. Answers
 * nothing either way, after the same work: who asks does not learn whether it has.
 * @throws Refusal `rate-limited` per address of the mail and of the asker.
 */
export async function resendConfirmation(ctx: Ctx, { email }: ForgotPasswordInput): Promise<void> {
  await ctx.limits.take('reset-by-address', ctx.request.address);
  await ctx.limits.take('reset-by-account', email);
  await requestMail(ctx, 'confirm', email);
}
