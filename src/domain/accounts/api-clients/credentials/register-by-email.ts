import { createNameSuffix } from '#domain/accounts/registration/random-name-suffix.ts';
import { register } from '#domain/accounts/registration/register.ts';
import type { Ctx } from '#domain/context.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { retry } from '#shared/lib/retry.ts';
import type { RegisterByEmailInput } from '#shared/schemas/accounts/accounts.ts';

/** A generated name is sometimes taken. Five taken names in a row are a bug, not chance. */
const attemptsMax = 5;

/**
 * Registers an account by its email address alone, as Realm clients do. Its public username is `player`
 * and six random characters. It contains nothing of the email address, which is private.
 * @throws AppError as `register`: `email-taken` only where no mail can be sent; `rate-limited`.
 */
export async function registerByEmail(ctx: Ctx, input: RegisterByEmailInput): Promise<void> {
  const registerOnce = () =>
    register({ ...ctx, actor: null }, { ...input, username: `player${createNameSuffix(ctx)}` });
  await retry(registerOnce, {
    attempts: attemptsMax,
    waitMs: (error) => (isAppError(error) && error.code === 'username-taken' ? 0 : null),
  });
}
