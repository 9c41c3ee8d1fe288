import { eq } from 'drizzle-orm';
import { discussionSearch, discussions, discussionTagRows, users } from '#database/schema.ts';
import { type HideableKind, shownColumns, toHiddenColumns } from '../lib/hiding/hideable-kind.ts';
import { saveTagsAndSearchText } from './save-tags-and-search-text.ts';

/**
 * Hides and shows discussions with their comments. The lists by tag and the search have no rows of a hidden
 * discussion; the other lists leave it out.
 */
export const hideableDiscussions: HideableKind = {
  async lock(tx, id) {
    const [row] = await tx
      .select({
        id: discussions.id,
        authorId: discussions.authorId,
        title: discussions.title,
        text: discussions.content,
        comments: discussions.commentCount,
        createdAt: discussions.createdAt,
        hiddenCause: discussions.hiddenCause,
        hiddenLogId: discussions.hiddenLogId,
      })
      .from(discussions)
      .where(eq(discussions.id, id))
      .for('update');
    if (!row) return null;
    const { title, text, comments, createdAt, ...thing } = row;
    const [author] = await tx
      .select({ username: users.displayUsername })
      .from(users)
      .where(eq(users.id, row.authorId));
    const written = createdAt.toISOString();
    return {
      ...thing,
      details: { title, text, author: author?.username ?? null, comments, written },
    };
  },
  async hide(tx, { id }, hiding) {
    await tx.update(discussions).set(toHiddenColumns(hiding)).where(eq(discussions.id, id));
    await tx.delete(discussionTagRows).where(eq(discussionTagRows.discussionId, id));
    await tx.delete(discussionSearch).where(eq(discussionSearch.discussionId, id));
  },
  async show(tx, { id }) {
    const [shown] = await tx
      .update(discussions)
      .set(shownColumns)
      .where(eq(discussions.id, id))
      .returning();
    if (shown) await saveTagsAndSearchText(tx, shown, shown);
  },
};
