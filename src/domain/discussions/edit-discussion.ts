import { and, eq, isNull } from 'drizzle-orm';
import { discussions, discussionTagRows } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { DiscussionContent } from '#shared/schemas/discussions.ts';
import { requireWritePermission } from '../accounts/require-write-permission.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { findGameByName } from '../game-library/find-game-by-name.ts';
import { letWait } from '../lib/hiding/hideable-kind.ts';
import { mayReadHidden } from '../lib/hiding/who-sees-hidden.ts';
import { requirePlayer } from '../permissions/require-actor.ts';
import { requirePart } from '../site/site-parts.ts';
import { admitChange } from '../text-filters/admit-text.ts';
import { reportFilteredText } from '../text-filters/report-filtered-text.ts';
import { discussionGoneError } from './discussion-permissions.ts';
import { hideableDiscussions } from './hideable-discussions.ts';
import { requireText, saveTagsAndSearchText } from './save-tags-and-search-text.ts';
import { listTexts, toFilteredDiscussion } from './texts-for-filters.ts';

/**
 * Changes a discussion of the actor from parsed `editDiscussionInput` and marks it as edited. A filter can let the
 * new text wait for approval.
 * @throws AppError `login-required`, `guest-not-allowed`, `discussion-empty`, `account-suspended`, `muted`, `rate-limited`
 * (30 in ten minutes), `text-refused`, `waiting-limit`, `discussion-gone`, `not-author`, `thing-hidden`.
 */
export async function editDiscussion(
  ctx: Ctx,
  { discussionId, ...content }: DiscussionContent & { discussionId: string },
): Promise<void> {
  const actor = requirePlayer(ctx);
  const { id: userId } = actor;
  await requirePart(ctx, 'discussions');
  requireText(content);
  await requireWritePermission(ctx, userId);
  await ctx.rateLimiter.take('discussion-edit-by-account', userId);
  const { verdict, waits, requireRoom } = await admitChange(ctx, userId, listTexts(content));
  await ctx.db.transaction(async (tx) => {
    await requireRoom(tx);
    const edit = { id: discussionId, authorId: userId, ...content };
    await reportFilteredText(tx, verdict, toFilteredDiscussion(edit, ctx.clock.now()));
    const gameId = await findGameByName(tx, { name: content.game, userId });
    const [edited] = await tx
      .update(discussions)
      .set({ ...content, gameId, editedAt: ctx.clock.now() })
      .where(
        and(
          eq(discussions.id, discussionId),
          eq(discussions.authorId, userId),
          isNull(discussions.hiddenCause),
        ),
      )
      .returning();
    if (!edited) throw await findReason(tx, { discussionId, actor });
    await tx.delete(discussionTagRows).where(eq(discussionTagRows.discussionId, discussionId));
    await saveTagsAndSearchText(tx, edited, content);
    if (waits) await letWait(tx, hideableDiscussions, { id: edited.id, at: ctx.clock.now() });
  });
  if (waits) ctx.events.publish({ type: 'content-removed' });
}

async function findReason(
  tx: Pick<Ctx['db'], 'select'>,
  { discussionId, actor }: { discussionId: string; actor: Actor },
): Promise<AppError> {
  const [found] = await tx
    .select({ authorId: discussions.authorId, hiddenCause: discussions.hiddenCause })
    .from(discussions)
    .where(eq(discussions.id, discussionId));
  if (!found || (found.hiddenCause !== null && !mayReadHidden(actor, found.authorId))) {
    return discussionGoneError();
  }
  return new AppError(found.authorId === actor.id ? 'thing-hidden' : 'not-author');
}
