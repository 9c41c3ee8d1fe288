import { desc, eq } from 'drizzle-orm';
import { profileComments, users } from '#db/schema.ts';
import { wire } from '#shared/limits.ts';
import type { Ctx } from '../context.ts';
import { findPerson } from '../friends/find-person.ts';

/**
 * The comments on somebody's profile, newest first, 1,000 at most. Everybody may read them.
 * @throws Refusal `user-not-found`.
 */
export async function listCommentsOf(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { username }: { username: string },
) {
  const { id } = await findPerson(ctx, username);
  return ctx.db
    .select({
      id: profileComments.id,
      author: users.displayUsername,
      text: profileComments.text,
      createdAt: profileComments.createdAt,
    })
    .from(profileComments)
    .innerJoin(users, eq(users.id, profileComments.authorId))
    .where(eq(profileComments.profileId, id))
    .orderBy(desc(profileComments.id))
    .limit(wire.rowsMax);
}
