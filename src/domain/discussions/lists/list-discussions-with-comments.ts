import { type SQL, sql } from 'drizzle-orm';
import {
  boolean,
  type ColumnTypes,
  integer,
  text,
  timestamptz,
  uuid,
} from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { discussionComments, discussions, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { cachedRead } from '#domain/lib/cached-read.ts';
import { limitRowsToBytes } from '#domain/lib/limit-bytes.ts';
import type { DiscussionTag } from '#shared/constants/discussions/discussion-tags.ts';
import { realmListConstants } from '#shared/constants/realm-lists.ts';
import { requirePart, requirePartFor } from '../../site/site-parts.ts';
import { discussionGoneError } from '../discussion-permissions.ts';
import { discussionTagArray } from './discussion-list-row.ts';

/** A comment; `author` is a username with the capitals that its owner typed. */
export interface FullDiscussionComment {
  id: string;
  author: string;
  text: string;
  createdAt: Date;
}

/** A discussion with its comments, oldest first. */
export interface DiscussionWithComments {
  id: string;
  title: string;
  content: string;
  /** The name of the game as it was typed; empty for no game. */
  game: string;
  tags: DiscussionTag[];
  isPrivate: boolean;
  /** A username with the capitals that its owner typed. */
  author: string;
  createdAt: Date;
  comments: FullDiscussionComment[];
  /** The number of all comments; `comments` may have only the last of them. */
  commentCount: number;
}

type DiscussionRow = Omit<DiscussionWithComments, 'comments'>;
type CommentRow = FullDiscussionComment & { discussionId: string };

const discussionColumns: ColumnTypes<DiscussionRow> = {
  id: uuid,
  title: text,
  content: text,
  game: text,
  tags: discussionTagArray,
  isPrivate: boolean,
  author: text,
  createdAt: timestamptz,
  commentCount: integer,
};

const commentColumns: ColumnTypes<CommentRow> = {
  discussionId: uuid,
  id: uuid,
  author: text,
  text,
  createdAt: timestamptz,
};

const value = sql.placeholder;
const number = (count: number) => sql.raw(String(count));

const columns = (
  content: SQL,
) => sql`item.id, item.title, ${content} as content, item.game, item.tags,
  item.is_private as "isPrivate", author.display_username as author, item.created_at as "createdAt",
  item.comment_count as "commentCount"`;

/** The last `each` comments of each discussion of `listed` (ids), and at most `all` of them. */
const commentsOf = (listed: SQL, { each, all }: { each: number; all: number }) => sql`
  select said.discussion_id as "discussionId", said.id, author.display_username as author, said.text,
    said.created_at as "createdAt"
  from (${listed}) as item
  cross join lateral (select comment.* from ${discussionComments} as comment
    where comment.discussion_id = item.id and comment.hidden_cause is null order by comment.id desc limit ${number(each)}) as said
  join ${users} as author on author.id = said.author_id
  order by item.id desc, said.id desc limit ${number(all)}`;

const newestIds = sql`select id from ${discussions} where hidden_cause is null order by id desc limit ${number(realmListConstants.rowsMax)}`;

/** Not in the template itself, where the build cannot write it in ASCII. */
const ellipsis = sql.raw("'…'");

const newest = prepareStatement<DiscussionRow, Record<string, never>>(
  'whole-discussions',
  discussionColumns,
  sql`select ${columns(sql`case when item.sent <= ${number(realmListConstants.contentsBytes)}
      or char_length(item.content) <= ${number(realmListConstants.previewLength)} then item.content
      else left(item.content, ${number(realmListConstants.previewLength)}) || ${ellipsis} end`)}
    from (select *, sum(octet_length(content)) over (order by id desc) as sent
      from (select * from ${discussions} where hidden_cause is null order by id desc limit ${number(realmListConstants.rowsMax)}) as newest
    ) as item
    join ${users} as author on author.id = item.author_id order by item.id desc`,
);
const newestComments = prepareStatement<CommentRow, Record<string, never>>(
  'whole-discussions-comments',
  commentColumns,
  sql`select "discussionId", id, author, text, "createdAt"
    from ${limitRowsToBytes(
      commentsOf(newestIds, {
        each: realmListConstants.commentsPerDiscussionMax,
        all: realmListConstants.commentsMax,
      }),
      { order: sql`"discussionId" desc, id desc` },
      realmListConstants.commentsBytes,
    )} as said order by "discussionId" desc, id desc`,
);

const findOne = prepareStatement<DiscussionRow, { id: string }>(
  'whole-discussion',
  discussionColumns,
  sql`select ${columns(sql`item.content`)} from ${discussions} as item
    join ${users} as author on author.id = item.author_id where item.id = ${value('id')}::uuid
      and item.hidden_cause is null`,
);
const commentsOfOne = prepareStatement<CommentRow, { id: string }>(
  'whole-discussion-comments',
  commentColumns,
  sql`select "discussionId", id, author, text, "createdAt"
    from ${limitRowsToBytes(
      commentsOf(sql`select ${value('id')}::uuid as id`, {
        each: realmListConstants.rowsMax,
        all: realmListConstants.rowsMax,
      }),
      { order: sql`id desc` },
    )} as said order by id desc`,
);

/**
 * The newest discussions, at most 1,000, each with its last 100 comments, at most 10,000 comments
 * in all, those of the newest discussions first. Contents and comments have at most 2 MB each;
 * contents beyond that are shortened. The result is at most two seconds old.
 */
export const listDiscussionsWithComments = requirePartFor(
  'discussions',
  cachedRead('discussions-with-comments', realmListConstants.freshMs, async ({ db }) => {
    const [rows, comments] = await Promise.all([newest(db, {}), newestComments(db, {})]);
    const commentsByDiscussion = Map.groupBy(comments, ({ discussionId }) => discussionId);
    return rows.map((row) => toFullDiscussion(row, commentsByDiscussion.get(row.id) ?? []));
  }),
);

/**
 * Reads a discussion with its last 1,000 comments, at most 256 KB. @throws AppError
 * `discussion-gone`.
 */
export async function getFullDiscussion(
  ctx: Pick<Ctx, 'db' | 'clock' | 'readCache'>,
  id: string,
): Promise<DiscussionWithComments> {
  const { db } = ctx;
  await requirePart(ctx, 'discussions');
  const [[row], comments] = await Promise.all([findOne(db, { id }), commentsOfOne(db, { id })]);
  if (!row) throw discussionGoneError();
  return toFullDiscussion(row, comments);
}

function toFullDiscussion(
  row: DiscussionRow,
  comments: readonly CommentRow[],
): DiscussionWithComments {
  const inOrder = comments.toReversed().map(({ discussionId: _, ...comment }) => comment);
  return { ...row, comments: inOrder };
}
