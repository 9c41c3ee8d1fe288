import { type SQL, sql } from 'drizzle-orm';
import { integer, uuid } from '#database/column-types.ts';
import { queryRows } from '#database/prepared-query.ts';
import { discussionComments, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { discussionConstants } from '#shared/constants/discussions.ts';

/** A comment and the page of its discussion that shows it. */
export interface CommentPosition {
  id: string;
  page: number;
}

/** The page of a comment, for a link to it; null when the comment is not in this discussion. */
export async function findCommentPage(
  ctx: Pick<Ctx, 'db'>,
  { discussionId, commentId }: { discussionId: string; commentId: string },
): Promise<number | null> {
  const meant = sql`select id from ${discussionComments}
    where id = ${commentId}::uuid and discussion_id = ${discussionId}::uuid`;
  return (await findPosition(ctx, discussionId, meant))?.page ?? null;
}

/** The latest comment of `username` in a discussion and its page; null when there is no comment. */
export async function findLatestCommentOf(
  ctx: Pick<Ctx, 'db'>,
  { discussionId, username }: { discussionId: string; username: string },
): Promise<CommentPosition | null> {
  const latest = sql`select id from ${discussionComments}
    where discussion_id = ${discussionId}::uuid
      and author_id = (select id from ${users} where username = lower(${username}))
    order by id desc limit 1`;
  return findPosition(ctx, discussionId, latest);
}

/**
 * The comment that `selected` selects and its page. The index alone counts the earlier comments.
 */
async function findPosition(
  { db }: Pick<Ctx, 'db'>,
  discussionId: string,
  meant: SQL,
): Promise<CommentPosition | null> {
  const [found] = await queryRows<{ id: string; place: number }>(
    db,
    { id: uuid, place: integer },
    sql`select meant.id, (
      select count(*)::integer from ${discussionComments} as earlier
      where earlier.discussion_id = ${discussionId}::uuid and earlier.id <= meant.id
    ) as place
    from (${meant}) as meant`,
  );
  return found
    ? { id: found.id, page: Math.ceil(found.place / discussionConstants.commentPageSize) }
    : null;
}
