import { and, not } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { byUsername } from '../accounts/username-condition.ts';
import type { Ctx } from '../context.ts';
import { isRetiredGuest } from './find-person-by-username.ts';
import { type Person, personColumns, toPerson } from './person-columns.ts';

/**
 * Returns a player by username, without regard to case, with the relation to the actor.
 * @throws AppError `user-not-found`.
 */
export async function getPersonWithRelation(ctx: Ctx, username: string): Promise<Person> {
  const [row] = await ctx.db
    .select(personColumns(ctx))
    .from(users)
    .where(and(byUsername(username), not(isRetiredGuest)));
  if (!row) throw new AppError('user-not-found');
  return toPerson(ctx, row);
}
