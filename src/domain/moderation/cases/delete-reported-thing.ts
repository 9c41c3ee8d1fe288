import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { messages } from '#database/schema.ts';
import { removedByModeratorText } from '#shared/constants/account-data.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { parseMessageReference } from '../../chat/message-reference.ts';
import type { Ctx } from '../../context.ts';
import { deletePictureFiles } from '../../gallery/storage/delete-picture-files.ts';
import { removeDiscussion } from '../deleting/delete-discussion-as-moderator.ts';
import { removeDiscussionComment } from '../deleting/delete-discussion-comment-as-moderator.ts';
import { removePicture } from '../deleting/delete-picture-as-moderator.ts';
import { removeProfileComment } from '../deleting/delete-profile-comment-as-moderator.ts';
import { appendToModerationLog } from '../log/append-to-moderation-log.ts';
import type { ModeratorAct } from '../log/moderator-act.ts';
import type { LockedCase } from './lock-case.ts';

/**
 * Deletes the thing of a case, with an entry in the log. Call `endDeletion` after the commit.
 * @throws AppError `not-deletable` for a profile; `comment-gone`, `discussion-gone`, `picture-gone` or
 * `thing-gone`.
 */
export async function deleteReportedThing(
  tx: Queryable,
  { kind, thing }: LockedCase,
  act: ModeratorAct,
): Promise<void> {
  switch (kind) {
    case 'profile-comment':
      return removeProfileComment(tx, thing, act);
    case 'discussion':
      return removeDiscussion(tx, thing, act);
    case 'discussion-comment':
      return removeDiscussionComment(tx, thing, act);
    case 'picture':
      return removePicture(tx, thing, act);
    case 'message':
      return removeMessage(tx, thing, act);
    case 'profile':
      throw new AppError('not-deletable');
  }
}

/** Publishes the deletion of a thing and deletes the files of a picture. */
export async function endDeletion(ctx: Ctx, { kind, thing }: LockedCase): Promise<void> {
  ctx.events.publish({ type: 'content-removed' });
  if (kind === 'picture') await deletePictureFiles(ctx, thing);
}

/** The message stays in its place with another text, so that the numbers have no gap. */
async function removeMessage(tx: Queryable, thing: string, act: ModeratorAct): Promise<void> {
  const reference = parseMessageReference(thing);
  if (!reference) throw new AppError('thing-gone');
  const condition = and(
    eq(messages.conversationId, reference.conversationId),
    eq(messages.number, reference.number),
  );
  const [message] = await tx
    .select({ senderId: messages.senderId, text: messages.text, sentAt: messages.sentAt })
    .from(messages)
    .where(condition)
    .for('update');
  if (!message || message.text === removedByModeratorText) throw new AppError('thing-gone');
  await tx.update(messages).set({ text: removedByModeratorText }).where(condition);
  await appendToModerationLog(tx, {
    ...act,
    act: 'delete-message',
    targetId: message.senderId,
    details: { text: message.text, written: message.sentAt.toISOString() },
  });
}
