import type { Ctx } from '#domain/context.ts';
import type { ForgotPasswordInput } from '#shared/schemas/accounts/accounts.ts';
import { requestEmail } from '../emails/request-email.ts';

/**
 * Requests an email with a link that sets a new password. It is sent only if the email address has an
 * account. The work and the result are the same in both cases, so that callers do not learn which
 * email addresses have accounts.
 * @throws AppError `rate-limited` per email address and per IP address of the caller.
 */
export async function requestPasswordReset(ctx: Ctx, input: ForgotPasswordInput): Promise<void> {
  await ctx.rateLimiter.take('reset-by-address', ctx.request.address);
  await ctx.rateLimiter.take('reset-by-account', input.email);
  await requestEmail(ctx, 'reset', input.email);
}
