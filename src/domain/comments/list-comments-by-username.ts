import { sql } from 'drizzle-orm';
import { preparedStatement } from '#database/prepared-query.ts';
import { profileComments, users } from '#database/schema.ts';
import { apiConstants } from '#shared/constants/api.ts';
import type { Ctx } from '../context.ts';
import { findPerson } from '../friends/find-person.ts';
import { withinBytes } from '../lib/limit-bytes.ts';

interface ListedComment {
  id: string;
  /** Username as typed. */
  author: string;
  text: string;
  createdAt: Date;
}

const newest = sql`select * from ${profileComments}
  where profile_id = ${sql.placeholder('profileId')}::uuid
  order by id desc limit ${sql.raw(String(apiConstants.rowsMax))}`;

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
