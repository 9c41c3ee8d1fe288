import { sql } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import type { LogInByEmailInput } from '#shared/schemas/accounts.ts';
import { verifyPassword } from '../passwords/verify-password.ts';
import type { AuthenticatedAccount } from './authenticated-account.ts';

/**
 * The account of an email address whose password this is. Tries are counted by the address, apart from
 * those by the username, as else it could be tried out whose address it is.
 * @throws Refusal `wrong-credentials`, `rate-limited`.
 */
export async function verifyEmailCredentials(
  ctx: Ctx,
  input: LogInByEmailInput,
): Promise<AuthenticatedAccount> {
  const { id, hash } = await verifyPassword(ctx, {
    which: sql`lower(${users.email}) = ${input.username}`,
    name: input.username,
    password: input.password,
  });
  return { accountId: id, apiKeyId: null, passwordHash: hash };
}
