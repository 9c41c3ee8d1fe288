import { eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { profileComments, users } from '#database/schema.ts';
import { type HideableKind, shownColumns, toHiddenColumns } from '../lib/hiding/hideable-kind.ts';

const author = alias(users, 'author');
const owner = alias(users, 'owner');

/** Hides and shows comments on profiles. */
export const hideableProfileComments: HideableKind = {
  async lock(tx, id) {
    const [row] = await tx
      .select({
        id: profileComments.id,
        authorId: profileComments.authorId,
        author: author.displayUsername,
        profile: owner.displayUsername,
        text: profileComments.text,
        createdAt: profileComments.createdAt,
        hiddenCause: profileComments.hiddenCause,
        hiddenLogId: profileComments.hiddenLogId,
      })
      .from(profileComments)
      .innerJoin(author, eq(author.id, profileComments.authorId))
      .innerJoin(owner, eq(owner.id, profileComments.profileId))
      .where(eq(profileComments.id, id))
      .for('update', { of: profileComments });
    if (!row) return null;
    const { author: name, profile, text, createdAt, ...thing } = row;
    const written = createdAt.toISOString();
    return { ...thing, details: { text, author: name, profile, written } };
  },
  async hide(tx, { id }, hiding) {
    await tx.update(profileComments).set(toHiddenColumns(hiding)).where(eq(profileComments.id, id));
  },
  async show(tx, { id }) {
    await tx.update(profileComments).set(shownColumns).where(eq(profileComments.id, id));
  },
};
