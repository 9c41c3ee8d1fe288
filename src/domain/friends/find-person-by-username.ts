import { sql } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isSuspended } from '../accounts/suspension.ts';
import { byUsername } from '../accounts/username-condition.ts';
import type { Ctx } from '../context.ts';

/** The SQL condition that an account is a retired guest, which nobody uses any more. */
export const isRetiredGuest = sql`(${users.role} = 'guest' and ${users.lastSeenAt} is null)`;

/**
 * Finds an account by username, without regard to case.
 * @throws AppError `user-not-found`.
 */
export async function findPersonByUsername(ctx: Pick<Ctx, 'db' | 'clock'>, username: string) {
  const [person] = await ctx.db
    .select({
      id: users.id,
      username: users.displayUsername,
      role: users.role,
      suspended: isSuspended(ctx.clock.now()),
    })
    .from(users)
    .where(byUsername(username));
  if (!person) throw new AppError('user-not-found');
  return person;
}
