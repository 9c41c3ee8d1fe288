import { sql } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import { verifyPassword } from '#domain/accounts/passwords/verify-password.ts';
import type { Ctx } from '#domain/context.ts';
import type { LogInByEmailInput } from '#shared/schemas/accounts/accounts.ts';
import type { VerifiedAccount } from './verified-account.ts';

/**
 * Checks an email address and its password and returns the account. Attempts by email address and by
 * username are counted apart. One common count would show which account has which email address.
 * @throws AppError `wrong-credentials`, `rate-limited`.
 */
export async function verifyEmailCredentials(
  ctx: Ctx,
  input: LogInByEmailInput,
): Promise<VerifiedAccount> {
  const { id, hash } = await verifyPassword(ctx, {
    condition: sql`lower(${users.email}) = ${input.username}`,
    name: input.username,
    password: input.password,
  });
  return { accountId: id, apiKeyId: null, passwordHash: hash };
}
