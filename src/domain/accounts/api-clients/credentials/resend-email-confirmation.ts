import { requestEmail } from '#domain/accounts/emails/request-email.ts';
import type { Ctx } from '#domain/context.ts';
import type { ForgotPasswordInput } from '#shared/schemas/accounts/accounts.ts';

/**
 * Requests a new link that confirms an email address. The link is mailed only if the email address has an
 * account and is not confirmed yet. The work and the result are the same in all cases, so that callers
 * do not learn which email addresses have accounts.
 * @throws AppError `rate-limited` per email address and per IP address of the caller.
 */
export async function resendEmailConfirmation(
  ctx: Ctx,
  { email }: ForgotPasswordInput,
): Promise<void> {
  await ctx.rateLimiter.take('reset-by-address', ctx.request.address);
  await ctx.rateLimiter.take('reset-by-account', email);
  await requestEmail(ctx, 'confirm', email);
}
