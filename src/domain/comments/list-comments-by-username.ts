import { sql } from 'drizzle-orm';
import { text, timestamptz, uuid } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { profileComments, users } from '#database/schema.ts';
import { realmListConstants } from '#shared/constants/realm-lists.ts';
import type { Ctx } from '../context.ts';
import { findPersonByUsername } from '../friends/find-person-by-username.ts';
import { limitRowsToBytes } from '../lib/limit-bytes.ts';

interface ListedComment {
  id: string;
  /** Username as typed. */
  author: string;
  text: string;
  createdAt: Date;
}

const newest = sql`select * from ${profileComments}
  where profile_id = ${sql.placeholder('profileId')}::uuid and hidden_cause is null
  order by id desc limit ${sql.raw(String(realmListConstants.rowsMax))}`;

const findComments = prepareStatement<ListedComment, { profileId: string }>(
  'comments-of-profile',
  { id: uuid, author: text, text, createdAt: timestamptz },
  sql`select comment.id, author.display_username as author, comment.text,
      comment.created_at as "createdAt"
    from ${limitRowsToBytes(newest, { order: sql`id desc` })} as comment
    join ${users} as author on author.id = comment.author_id
    order by comment.id desc`,
);

/**
 * Returns the comments on a player's profile, newest first, at most 1,000 and 256 KB. They are public.
 * @throws AppError `user-not-found`.
 */
export async function listCommentsByUsername(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { username }: { username: string },
): Promise<ListedComment[]> {
  const { id } = await findPersonByUsername(ctx, username);
  return findComments(ctx.db, { profileId: id });
}
