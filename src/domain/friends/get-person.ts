import { and, not } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { byUsername } from '../accounts/by-username.ts';
import type { Ctx } from '../context.ts';
import { isRetired } from './find-person.ts';
import { type Person, personColumns, personOf } from './person-columns.ts';

/**
 * Somebody by their username, without regard to case, and what they are to who asks.
 * @throws Refusal `user-not-found`.
 */
export async function getPerson(ctx: Ctx, username: string): Promise<Person> {
  const [row] = await ctx.db
    .select(personColumns(ctx))
    .from(users)
    .where(and(byUsername(username), not(isRetired)));
  if (!row) throw new AppError('user-not-found');
  return personOf(ctx, row);
}
