import { and, not } from 'drizzle-orm';
import { users } from '#db/schema.ts';
import { Refusal } from '#shared/refusals.ts';
import { byUsername } from '../accounts/by-username.ts';
import type { Ctx } from '../context.ts';
import { isRetired } from './find-person.ts';
import { type Person, personColumns, personOf } from './people.ts';

/**
 * Somebody by their username, without regard to case, and what they are to who asks.
 * @throws Refusal `user-not-found`.
 */
export async function getPerson(ctx: Ctx, username: string): Promise<Person> {
  const [row] = await ctx.db
    .select(personColumns(ctx))
    .from(users)
    .where(and(byUsername(username), not(isRetired)));
  if (!row) throw new Refusal('user-not-found');
  return personOf(ctx, row);
}
