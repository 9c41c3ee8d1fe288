import { and, eq } from 'drizzle-orm';
import { pictures, users } from '#database/schema.ts';
import { type HideableKind, shownColumns, toHiddenColumns } from '../lib/hiding/hideable-kind.ts';
import { isPostedByPlayer, joinUploader } from './gallery-columns.ts';

/**
 * Hides and shows posted pictures of players. The files of a hidden one are served to its uploader and moderators.
 */
export const hideablePictures: HideableKind = {
  async lock(tx, id) {
    const [row] = await tx
      .select({
        id: pictures.id,
        authorId: users.id,
        uploader: users.displayUsername,
        caption: pictures.caption,
        publishedAt: pictures.publishedAt,
        hiddenCause: pictures.hiddenCause,
        hiddenLogId: pictures.hiddenLogId,
      })
      .from(pictures)
      .innerJoin(users, joinUploader)
      .where(and(eq(pictures.id, id), isPostedByPlayer))
      .for('update', { of: pictures });
    if (!row) return null;
    const { uploader, caption, publishedAt, ...thing } = row;
    const posted = publishedAt?.toISOString() ?? null;
    return { ...thing, details: { picture: id, caption, uploader, posted } };
  },
  async hide(tx, { id }, hiding) {
    await tx.update(pictures).set(toHiddenColumns(hiding)).where(eq(pictures.id, id));
  },
  async show(tx, { id }) {
    await tx.update(pictures).set(shownColumns).where(eq(pictures.id, id));
  },
};
