import { and, eq, type SQL, sql } from 'drizzle-orm';
import { messages } from '#database/schema.ts';
import { hiddenByModeratorText } from '#shared/constants/accounts/removed-texts.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { HideableKind } from '../lib/hiding/hideable-kind.ts';
import { parseMessageReference } from './message-reference.ts';

/** Selects the message; none if the id is not one of a message. */
function isMessage(id: string): SQL | undefined {
  const reference = parseMessageReference(id);
  if (!reference) return sql`false`;
  return and(
    eq(messages.conversationId, reference.conversationId),
    eq(messages.number, reference.number),
  );
}

/**
 * Hides and shows messages; the id is `conversation.number`. A hidden message stays in its place with another text,
 * so that the numbers have no gap. The log of moderators has its text. Messages do not wait for approval.
 */
export const hideableMessages: HideableKind = {
  async lock(tx, id) {
    const [row] = await tx
      .select({ senderId: messages.senderId, text: messages.text, sentAt: messages.sentAt })
      .from(messages)
      .where(isMessage(id))
      .for('update');
    if (!row) return null;
    return {
      id,
      authorId: row.senderId,
      hiddenCause: row.text === hiddenByModeratorText ? 'moderator' : null,
      hiddenLogId: null,
      details: { text: row.text, written: row.sentAt.toISOString() },
    };
  },
  async hide(tx, { id }) {
    await tx.update(messages).set({ text: hiddenByModeratorText }).where(isMessage(id));
  },
  async show(tx, { id }, { text }) {
    // The text is gone if its author had it removed with the account.
    if (typeof text !== 'string') throw new AppError('thing-gone');
    await tx.update(messages).set({ text }).where(isMessage(id));
  },
};
