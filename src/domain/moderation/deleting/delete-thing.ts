import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { discussions, messages, profileComments, users } from '#database/schema.ts';
import { removedByModeratorText } from '#shared/constants/accounts/removed-texts.ts';
import type { ModerationAction } from '#shared/constants/moderation/moderation-actions.ts';
import type { ReportKind } from '#shared/constants/moderation/reports.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { parseMessageReference } from '../../chat/message-reference.ts';
import type { Ctx } from '../../context.ts';
import { deleteCommentInTransaction } from '../../discussions/comments/delete-comment-in-transaction.ts';
import { removeFromGallery } from '../../gallery/delete-picture.ts';
import { deletePictureFiles } from '../../gallery/storage/delete-picture-files.ts';
import { requireModerator } from '../../permissions/require-moderator.ts';
import { appendToModerationLog } from '../log/append-to-moderation-log.ts';
import type { ModeratorAct } from '../log/moderator-act.ts';

/** What moderators can delete: everything that can be reported, except profiles. */
type DeletableKind = Exclude<ReportKind, 'profile'>;

interface Deletion {
  act: ModerationAction;
  authorId: string;
  /** A copy of the thing for the log. */
  details: Record<string, string | number | null>;
}

/**
 * Deletes a thing of any author. The log stores its text, author and place. Messages are deleted by `decideCase`
 * alone, because moderators read reported messages only.
 * @throws AppError `login-required`, `moderators-only`, `comment-gone`, `discussion-gone`, `picture-gone`.
 */
export async function deleteThing(
  ctx: Ctx,
  {
    kind,
    thing,
    reason,
  }: { kind: Exclude<DeletableKind, 'message'>; thing: string; reason: string },
): Promise<void> {
  const actor = requireModerator(ctx);
  const act = { moderatorId: actor.id, reason, at: ctx.clock.now() };
  await ctx.db.transaction((tx) => deleteThingInTransaction(tx, { kind, thing }, act));
  await endDeletion(ctx, { kind, thing });
}

/**
 * Deletes a thing in the caller's transaction, with an entry in the log. Call `endDeletion` after the commit.
 * @throws AppError `not-deletable` for a profile; `comment-gone`, `discussion-gone`, `picture-gone` or
 * `thing-gone`.
 */
export async function deleteThingInTransaction(
  tx: Queryable,
  { kind, thing }: { kind: ReportKind; thing: string },
  moderatorAct: ModeratorAct,
): Promise<void> {
  if (kind === 'profile') throw new AppError('not-deletable');
  const { act, authorId, details } = await deletions[kind](tx, thing, moderatorAct.at);
  await appendToModerationLog(tx, { ...moderatorAct, act, targetId: authorId, details });
}

/** Publishes the deletion of a thing and deletes the files of a picture. */
export async function endDeletion(
  ctx: Ctx,
  { kind, thing }: { kind: ReportKind; thing: string },
): Promise<void> {
  ctx.events.publish({ type: 'content-removed' });
  if (kind === 'picture') await deletePictureFiles(ctx, thing);
}

const deletions: Record<
  DeletableKind,
  (tx: Queryable, thing: string, now: Date) => Promise<Deletion>
> = {
  async 'profile-comment'(tx, thing) {
    const [comment] = await tx
      .delete(profileComments)
      .where(eq(profileComments.id, thing))
      .returning();
    if (!comment) throw new AppError('comment-gone');
    const { authorId, profileId, text, createdAt } = comment;
    const [author, profile] = [await nameOf(tx, authorId), await nameOf(tx, profileId)];
    const details = { text, author, profile, written: createdAt.toISOString() };
    return { act: 'delete-comment', authorId, details };
  },

  async discussion(tx, thing) {
    const [discussion] = await tx.delete(discussions).where(eq(discussions.id, thing)).returning();
    if (!discussion) throw new AppError('discussion-gone');
    const { authorId, title, content: text, commentCount: comments, createdAt } = discussion;
    const author = await nameOf(tx, authorId);
    const details = { title, text, author, comments, written: createdAt.toISOString() };
    return { act: 'delete-discussion', authorId, details };
  },

  async 'discussion-comment'(tx, thing) {
    const comment = await deleteCommentInTransaction(tx, { commentId: thing });
    const { authorId, text, title: discussion, createdAt } = comment;
    const author = await nameOf(tx, authorId);
    const details = { text, author, discussion, written: createdAt.toISOString() };
    return { act: 'delete-comment', authorId, details };
  },

  async picture(tx, thing, now) {
    const picture = await removeFromGallery(tx, { id: thing, now });
    if (!picture) throw new AppError('picture-gone');
    const { userId: authorId, caption, publishedAt } = picture;
    const uploader = await nameOf(tx, authorId);
    const posted = publishedAt?.toISOString() ?? null;
    const details = { picture: thing, caption, uploader, posted };
    return { act: 'delete-picture', authorId, details };
  },

  /** The message stays in its place with another text, so that the numbers have no gap. */
  async message(tx, thing) {
    const reference = parseMessageReference(thing);
    if (!reference) throw new AppError('thing-gone');
    const condition = and(
      eq(messages.conversationId, reference.conversationId),
      eq(messages.number, reference.number),
    );
    const [message] = await tx
      .select({ authorId: messages.senderId, text: messages.text, sentAt: messages.sentAt })
      .from(messages)
      .where(condition)
      .for('update');
    if (!message || message.text === removedByModeratorText) throw new AppError('thing-gone');
    await tx.update(messages).set({ text: removedByModeratorText }).where(condition);
    const { authorId, text, sentAt } = message;
    return { act: 'delete-message', authorId, details: { text, written: sentAt.toISOString() } };
  },
};

async function nameOf(tx: Queryable, userId: string): Promise<string | null> {
  const [account] = await tx
    .select({ username: users.displayUsername })
    .from(users)
    .where(eq(users.id, userId));
  return account?.username ?? null;
}
