import { type SQL, sql } from 'drizzle-orm';
import { discussionComments, users } from '#database/schema.ts';
import { discussionConstants } from '#shared/constants/discussions.ts';
import type { Ctx } from '../context.ts';

/** A comment, and the page of its discussion that it is on. */
export interface PlacedComment {
  id: string;
  page: number;
}

/** The page that a comment is on, for a link to it; null when it is not in this discussion any more. */
export async function findCommentPage(
  ctx: Pick<Ctx, 'db'>,
  { discussionId, commentId }: { discussionId: string; commentId: string },
): Promise<number | null> {
  const meant = sql`select id from ${discussionComments}
    where id = ${commentId}::uuid and discussion_id = ${discussionId}::uuid`;
  return (await place(ctx, discussionId, meant))?.page ?? null;
}

/** The latest that `username` said in a discussion, on whatever page it is; null for nothing. */
export async function findCommentOf(
  ctx: Pick<Ctx, 'db'>,
  { discussionId, username }: { discussionId: string; username: string },
): Promise<PlacedComment | null> {
  const latest = sql`select id from ${discussionComments}
    where discussion_id = ${discussionId}::uuid
      and author_id = (select id from ${users} where username = lower(${username}))
    order by id desc limit 1`;
  return place(ctx, discussionId, latest);
}

/** The comment that `meant` selects, and its page: the index alone counts what is before it. */
async function place(
  { db }: Pick<Ctx, 'db'>,
  discussionId: string,
  meant: SQL,
): Promise<PlacedComment | null> {
  const { rows } = await db.execute<{ id: string; place: number }>(sql`
    select meant.id, (
      select count(*)::integer from ${discussionComments} as earlier
      where earlier.discussion_id = ${discussionId}::uuid and earlier.id <= meant.id
    ) as place
    from (${meant}) as meant`);
  const [found] = rows;
  return found
    ? { id: found.id, page: Math.ceil(found.place / discussionConstants.commentPageSize) }
    : null;
}
