import { sql } from 'drizzle-orm';
import { profileComments, users } from '#db/schema.ts';
import { preparedStatement } from '#db/statement.ts';
import { wire } from '#shared/limits.ts';
import type { Ctx } from '../context.ts';
import { findPerson } from '../friends/find-person.ts';
import { withinBytes } from '../within-bytes.ts';

interface ListedComment {
  id: string;
  /** Username as typed. */
  author: string;
  text: string;
  createdAt: Date;
}

const newest = sql`select * from ${profileComments}
  where profile_id = ${sql.placeholder('profileId')}::uuid
  order by id desc limit ${sql.raw(String(wire.rowsMax))}`;

const commentsOf = preparedStatement<ListedComment, { profileId: string }>(
  'comments-of-profile',
  sql`select comment.id, author.display_username as author, comment.text,
      comment.created_at as "createdAt"
    from ${withinBytes(newest, { order: sql`id desc` })} as comment
    join ${users} as author on author.id = comment.author_id
    order by comment.id desc`,
);

/**
 * The comments on somebody's profile, newest first, 1,000 and 256 KB at most. Everybody may read them.
 * @throws Refusal `user-not-found`.
 */
export async function listCommentsOf(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { username }: { username: string },
): Promise<ListedComment[]> {
  const { id } = await findPerson(ctx, username);
  return commentsOf(ctx.db, { profileId: id });
}
