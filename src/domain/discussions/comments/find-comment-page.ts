import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { integer, uuid } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { discussionComments, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { type HiddenReader, toHiddenReader } from '#domain/lib/hiding/who-sees-hidden.ts';
import { discussionConstants } from '#shared/constants/discussions/discussions.ts';
import { isReadableComment } from './readable-comments.ts';

/** A comment and the page of its discussion that shows it. */
export interface CommentPosition {
  id: string;
  page: number;
}

interface OfDiscussion extends HiddenReader {
  discussionId: string;
}

type ReadPlaces<Values extends OfDiscussion> = (
  db: Queryable,
  values: Values,
) => Promise<{ id: string; place: number }[]>;

const value = sql.placeholder;
const inDiscussion = sql`discussion_id = ${value('discussionId')}::uuid`;

/**
 * The comment that `meant` selects and its place among those that the reader sees. The index alone counts the
 * earlier comments.
 */
function declarePlace<Values extends OfDiscussion>(meant: SQL) {
  return declareStatement<{ id: string; place: number }, Values>(
    { id: uuid, place: integer },
    sql`select meant.id, (
      select count(*)::integer from ${discussionComments} as earlier
      where earlier.${inDiscussion} and earlier.id <= meant.id
        and ${isReadableComment(sql`earlier.id`)}
    ) as place
    from (${meant}) as meant`,
  );
}

const findPlace = declarePlace<OfDiscussion & { commentId: string }>(
  sql`select id from ${discussionComments}
    where id = ${value('commentId')}::uuid and ${inDiscussion} and ${isReadableComment(sql`id`)}`,
);

const findLatestPlace = declarePlace<OfDiscussion & { username: string }>(
  sql`select id from ${discussionComments}
    where ${inDiscussion} and ${isReadableComment(sql`id`)}
      and author_id = (select id from ${users} where username = lower(${value('username')}))
    order by id desc limit 1`,
);

/**
 * The page of a comment, for a link to it; null when the comment is not in this discussion or is hidden
 * from the actor.
 */
export async function findCommentPage(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  { discussionId, commentId }: { discussionId: string; commentId: string },
): Promise<number | null> {
  const values = { discussionId, commentId, ...toHiddenReader(actor) };
  return (await readPosition(findPlace, db, values))?.page ?? null;
}

/**
 * The latest comment of `username` in a discussion that the actor sees and its page; null when there is no
 * comment.
 */
export async function findLatestCommentOf(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  { discussionId, username }: { discussionId: string; username: string },
): Promise<CommentPosition | null> {
  const values = { discussionId, username, ...toHiddenReader(actor) };
  return readPosition(findLatestPlace, db, values);
}

async function readPosition<Values extends OfDiscussion>(
  read: ReadPlaces<Values>,
  db: Queryable,
  values: Values,
): Promise<CommentPosition | null> {
  const [found] = await read(db, values);
  return found
    ? { id: found.id, page: Math.ceil(found.place / discussionConstants.commentPageSize) }
    : null;
}
