import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { boolean, integer } from '#database/column-types.ts';
import { prepareSelect } from '#database/prepared-select.ts';
import { discussionComments, discussions, users } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import type { Ctx } from '#domain/context.ts';
import { type HiddenState, readHiddenStates } from '#domain/lib/hiding/hidden-state.ts';
import { mayReadHidden, toHiddenReader } from '#domain/lib/hiding/who-sees-hidden.ts';
import { isInSearchEngines } from '#domain/privacy/privacy-conditions.ts';
import { discussionConstants } from '#shared/constants/discussions/discussions.ts';
import { type Author, authorColumns } from '../author-columns.ts';
import {
  type Deletable,
  discussionGoneError,
  getDeletable,
  mayComment,
} from '../discussion-permissions.ts';
import { countReadableHidden, isReadableComment } from './readable-comments.ts';

export interface DiscussionComment {
  id: string;
  text: string;
  createdAt: Date;
  /** Null when it was never edited. */
  editedAt: Date | null;
  author: Author;
  /** Whether search engines may name the author. */
  isAuthorInSearchEngines: boolean;
  /** What the actor may do with the comment. */
  mayEdit: boolean;
  mayDelete: Deletable;
  /** Null if everybody may see it. */
  hidden: HiddenState | null;
}

export interface CommentsPage {
  comments: DiscussionComment[];
  /** The number of comments on all pages, with the hidden ones that the actor sees. */
  all: number;
  page: number;
  /** The number of pages that can be opened, at least one. */
  pages: number;
}

/**
 * A page of the comments of a discussion, oldest first. Everybody may read it; hidden comments are
 * for their authors and moderators, and so are those of a hidden discussion. A page beyond the last
 * is empty.
 * @throws AppError `discussion-gone`.
 */
export async function listDiscussionComments(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  { discussionId, page }: { discussionId: string; page: number },
): Promise<CommentsPage> {
  const reader = toHiddenReader(actor);
  const offset = (page - 1) * discussionConstants.commentPageSize;
  const found = await readComments(db, { discussionId, offset, ...reader });
  const [discussion] = found;
  if (!discussion) throw discussionGoneError();
  const isHidden = discussion.hiddenCause !== null;
  if (isHidden && !mayReadHidden(actor, discussion.authorId)) throw discussionGoneError();
  const rows = found.flatMap(({ comment, author, isAuthorInSearchEngines }) =>
    comment && author ? [{ ...comment, author, isAuthorInSearchEngines }] : [],
  );
  const states = await readHiddenStates(db, rows);
  const comments = rows.map(({ authorId, hiddenCause, hiddenAt, hiddenLogId, ...row }, index) => ({
    ...row,
    hidden: states[index] ?? null,
    mayEdit:
      actor?.id === authorId && mayComment(actor, discussion) && !isHidden && hiddenCause === null,
    mayDelete: getDeletable(actor, authorId),
  }));
  const pages = Math.ceil(discussion.all / discussionConstants.commentPageSize);
  return {
    comments,
    all: discussion.all,
    page,
    pages: Math.min(discussionConstants.commentPageMax, Math.max(1, pages)),
  };
}

/** Each row has the discussion and one comment of the page. A page without comments is one row whose comment is null. */
const readComments = prepareSelect('list-discussion-comments', (db) => {
  // The index alone skips the comments of earlier pages.
  const idsOnPage = db
    .select({ id: discussionComments.id })
    .from(discussionComments)
    .where(
      and(
        eq(discussionComments.discussionId, sql.placeholder('discussionId')),
        isReadableComment(discussionComments.id),
      ),
    )
    .orderBy(asc(discussionComments.id))
    .limit(discussionConstants.commentPageSize)
    .offset(sql.placeholder('offset'));
  return db
    .select({
      all: typedSql(integer, sql`${discussions.commentCount} + ${countReadableHidden}`),
      hiddenCause: discussions.hiddenCause,
      authorId: discussions.authorId,
      isPrivate: discussions.isPrivate,
      comment: {
        id: discussionComments.id,
        text: discussionComments.text,
        createdAt: discussionComments.createdAt,
        editedAt: discussionComments.editedAt,
        authorId: discussionComments.authorId,
        hiddenCause: discussionComments.hiddenCause,
        hiddenAt: discussionComments.hiddenAt,
        hiddenLogId: discussionComments.hiddenLogId,
      },
      author: authorColumns,
      isAuthorInSearchEngines: typedSql(boolean, isInSearchEngines(users.id)),
    })
    .from(discussions)
    .leftJoin(discussionComments, inArray(discussionComments.id, idsOnPage))
    .leftJoin(users, eq(users.id, discussionComments.authorId))
    .where(eq(discussions.id, sql.placeholder('discussionId')))
    .orderBy(asc(discussionComments.id));
});
