import { sql } from 'drizzle-orm';
import { users } from '#db/schema.ts';
import type { LogInByEmailInput } from '#shared/inputs/accounts.ts';
import type { Ctx } from '../../context.ts';
import { provePassword } from '../prove-password.ts';
import type { Proven } from './app-login.ts';

/**
 * The account of an email address whose password this is. Tries are counted by the address, apart from
 * those by the username, as else it could be tried out whose address it is.
 * @throws Refusal `wrong-credentials`, `rate-limited`.
 */
export async function proveByEmail(ctx: Ctx, input: LogInByEmailInput): Promise<Proven> {
  const { id, hash } = await provePassword(ctx, {
    which: sql`lower(${users.email}) = ${input.username}`,
    name: input.username,
    password: input.password,
  });
  return { accountId: id, apiKeyId: null, passwordHash: hash };
}
