import { asc, eq, inArray } from 'drizzle-orm';
import { discussionComments, discussions, users } from '#database/schema.ts';
import { discussionConstants } from '#shared/constants/discussions.ts';
import type { Ctx } from '../context.ts';
import { type Author, authorColumns } from './author-columns.ts';
import {
  type Deletable,
  deletableBy,
  discussionGone,
  mayComment,
} from './discussion-permissions.ts';

export interface DiscussionComment {
  id: string;
  text: string;
  createdAt: Date;
  /** Null while it is as it was written. */
  editedAt: Date | null;
  author: Author;
  /** What who looks may do with it. */
  mayEdit: boolean;
  mayDelete: Deletable;
}

export interface CommentsPage {
  comments: DiscussionComment[];
  /** On all pages. */
  all: number;
  page: number;
  /** How many pages can be asked for, at least one. */
  pages: number;
}

/**
 * A page of what was said in a discussion, oldest first. Everybody may read it. A page beyond the last
 * is empty.
 * @throws Refusal `discussion-gone`.
 */
export async function listDiscussionComments(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  { discussionId, page }: { discussionId: string; page: number },
): Promise<CommentsPage> {
  // The index alone skips what is on earlier pages.
  const onPage = db
    .select({ id: discussionComments.id })
    .from(discussionComments)
    .where(eq(discussionComments.discussionId, discussionId))
    .orderBy(asc(discussionComments.id))
    .limit(discussionConstants.commentPageSize)
    .offset((page - 1) * discussionConstants.commentPageSize);
  const [rows, [discussion]] = await Promise.all([
    db
      .select({
        id: discussionComments.id,
        text: discussionComments.text,
        createdAt: discussionComments.createdAt,
        editedAt: discussionComments.editedAt,
        authorId: discussionComments.authorId,
        author: authorColumns,
      })
      .from(discussionComments)
      .innerJoin(users, eq(users.id, discussionComments.authorId))
      .where(inArray(discussionComments.id, onPage))
      .orderBy(asc(discussionComments.id)),
    db
      .select({
        all: discussions.commentCount,
        authorId: discussions.authorId,
        isPrivate: discussions.isPrivate,
      })
      .from(discussions)
      .where(eq(discussions.id, discussionId)),
  ]);
  if (!discussion) throw discussionGone();
  const comments = rows.map(({ authorId, ...row }) => ({
    ...row,
    mayEdit: actor?.id === authorId && mayComment(actor, discussion),
    mayDelete: deletableBy(actor, authorId),
  }));
  const pages = Math.ceil(discussion.all / discussionConstants.commentPageSize);
  return {
    comments,
    all: discussion.all,
    page,
    pages: Math.min(discussionConstants.commentPageMax, Math.max(1, pages)),
  };
}
