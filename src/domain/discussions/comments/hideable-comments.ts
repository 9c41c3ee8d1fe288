import { eq, sql } from 'drizzle-orm';
import { discussionComments, discussions, users } from '#database/schema.ts';
import {
  type HideableKind,
  shownColumns,
  toHiddenColumns,
} from '#domain/lib/hiding/hideable-kind.ts';
import { countWithoutComment, lockDiscussionOfComment } from './delete-comment-in-transaction.ts';

/** Hides and shows the comments of discussions. Hidden ones are in no count and no time of the last activity. */
export const hideableComments: HideableKind = {
  async lock(tx, id) {
    const discussion = await lockDiscussionOfComment(tx, eq(discussionComments.id, id));
    const [row] = await tx
      .select({
        id: discussionComments.id,
        authorId: discussionComments.authorId,
        author: users.displayUsername,
        text: discussionComments.text,
        createdAt: discussionComments.createdAt,
        hiddenCause: discussionComments.hiddenCause,
        hiddenLogId: discussionComments.hiddenLogId,
      })
      .from(discussionComments)
      .innerJoin(users, eq(users.id, discussionComments.authorId))
      .where(eq(discussionComments.id, id))
      .for('update', { of: discussionComments });
    if (!row || !discussion) return null;
    const { author, text, createdAt, ...thing } = row;
    const written = createdAt.toISOString();
    return { ...thing, details: { text, author, discussion: discussion.title, written } };
  },
  async hide(tx, { id, hiddenCause }, hiding) {
    const [hidden] = await tx
      .update(discussionComments)
      .set(toHiddenColumns(hiding))
      .where(eq(discussionComments.id, id))
      .returning({ discussionId: discussionComments.discussionId });
    if (hidden && hiddenCause === null) await countWithoutComment(tx, hidden.discussionId);
  },
  async show(tx, { id }) {
    const [shown] = await tx
      .update(discussionComments)
      .set(shownColumns)
      .where(eq(discussionComments.id, id))
      .returning({
        discussionId: discussionComments.discussionId,
        createdAt: discussionComments.createdAt,
      });
    if (!shown) return;
    await tx
      .update(discussions)
      .set({
        commentCount: sql`${discussions.commentCount} + 1`,
        lastActivityAt: sql`greatest(${discussions.lastActivityAt},
          ${shown.createdAt.toISOString()}::timestamptz)`,
      })
      .where(eq(discussions.id, shown.discussionId));
  },
};
