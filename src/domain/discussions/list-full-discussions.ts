import { type SQL, sql } from 'drizzle-orm';
import { preparedStatement } from '#database/prepared-query.ts';
import { discussionComments, discussions, users } from '#database/schema.ts';
import { apiConstants } from '#shared/constants/api.ts';
import type { DiscussionTag } from '#shared/constants/discussion-tags.ts';
import type { Ctx } from '../context.ts';
import { cachedRead } from '../lib/cached-read.ts';
import { withinBytes } from '../lib/limit-bytes.ts';
import { discussionGone } from './discussion-permissions.ts';

/** A comment of a whole discussion; `author` is a username as typed. */
export interface WholeComment {
  id: string;
  author: string;
  text: string;
  createdAt: Date;
}

/** A discussion with what was said in it, oldest first. */
export interface WholeDiscussion {
  id: string;
  title: string;
  content: string;
  /** As named; empty for none. */
  game: string;
  tags: DiscussionTag[];
  isPrivate: boolean;
  /** Username as typed. */
  author: string;
  createdAt: Date;
  comments: WholeComment[];
  /** How many there are, also where `comments` has the last of them only. */
  commentCount: number;
}

type DiscussionRow = Omit<WholeDiscussion, 'comments'>;
type CommentRow = WholeComment & { discussionId: string };

const value = sql.placeholder;
const number = (count: number) => sql.raw(String(count));

const columns = (
  content: SQL,
) => sql`item.id, item.title, ${content} as content, item.game, item.tags,
  item.is_private as "isPrivate", author.display_username as author, item.created_at as "createdAt",
  item.comment_count as "commentCount"`;

/** The last `each` comments of the discussions of `listed` (ids), `all` of them at most. */
const commentsOf = (listed: SQL, { each, all }: { each: number; all: number }) => sql`
  select said.discussion_id as "discussionId", said.id, author.display_username as author, said.text,
    said.created_at as "createdAt"
  from (${listed}) as item
  cross join lateral (select comment.* from ${discussionComments} as comment
    where comment.discussion_id = item.id order by comment.id desc limit ${number(each)}) as said
  join ${users} as author on author.id = said.author_id
  order by item.id desc, said.id desc limit ${number(all)}`;

const newestIds = sql`select id from ${discussions} order by id desc limit ${number(apiConstants.rowsMax)}`;

const newest = preparedStatement<DiscussionRow, Record<string, never>>(
  'whole-discussions',
  sql`select ${columns(sql`case when item.sent <= ${number(apiConstants.contentsBytes)}
      or char_length(item.content) <= ${number(apiConstants.previewLength)} then item.content
      else left(item.content, ${number(apiConstants.previewLength)}) || '…' end`)}
    from (select *, sum(octet_length(content)) over (order by id desc) as sent
      from (select * from ${discussions} order by id desc limit ${number(apiConstants.rowsMax)}) as newest
    ) as item
    join ${users} as author on author.id = item.author_id order by item.id desc`,
);
const newestComments = preparedStatement<CommentRow, Record<string, never>>(
  'whole-discussions-comments',
  sql`select "discussionId", id, author, text, "createdAt"
    from ${withinBytes(
      commentsOf(newestIds, { each: apiConstants.commentsEach, all: apiConstants.commentsMax }),
      { order: sql`"discussionId" desc, id desc` },
      apiConstants.commentsBytes,
    )} as said order by "discussionId" desc, id desc`,
);

const one = preparedStatement<DiscussionRow, { id: string }>(
  'whole-discussion',
  sql`select ${columns(sql`item.content`)} from ${discussions} as item
    join ${users} as author on author.id = item.author_id where item.id = ${value('id')}::uuid`,
);
const commentsOfOne = preparedStatement<CommentRow, { id: string }>(
  'whole-discussion-comments',
  sql`select "discussionId", id, author, text, "createdAt"
    from ${withinBytes(
      commentsOf(sql`select ${value('id')}::uuid as id`, {
        each: apiConstants.rowsMax,
        all: apiConstants.rowsMax,
      }),
      { order: sql`id desc` },
    )} as said order by id desc`,
);

/**
 * The newest discussions, 1,000 at most, each with its last 100 comments, of which there are 10,000 in
 * all: the newest discussions come first. Of contents and of comments there are 2 MB each; of a content
 * beyond, its beginning. Two seconds old at most.
 */
export const listWholeDiscussions = cachedRead(apiConstants.freshMs, async ({ db }) => {
  const [rows, comments] = await Promise.all([newest(db, {}), newestComments(db, {})]);
  const said = Map.groupBy(comments, ({ discussionId }) => discussionId);
  return rows.map((row) => wholeOf(row, said.get(row.id) ?? []));
});

/** A discussion with its last 1,000 comments, 256 KB at most. @throws Refusal `discussion-gone`. */
export async function getWholeDiscussion(
  { db }: Pick<Ctx, 'db'>,
  id: string,
): Promise<WholeDiscussion> {
  const [[row], comments] = await Promise.all([one(db, { id }), commentsOfOne(db, { id })]);
  if (!row) throw discussionGone();
  return wholeOf(row, comments);
}

function wholeOf(row: DiscussionRow, comments: readonly CommentRow[]): WholeDiscussion {
  const inOrder = comments.toReversed().map(({ discussionId: _, ...comment }) => comment);
  return { ...row, comments: inOrder };
}
