import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import type { Transaction } from '#database/pg-patches/transaction.ts';
import { discussionSubscriptions, discussions, users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { DiscussionContent } from '#shared/schemas/discussions.ts';
import { requireWritePermission } from '../accounts/require-write-permission.ts';
import type { Ctx } from '../context.ts';
import { findGameByName } from '../game-library/find-game-by-name.ts';
import { letWait } from '../lib/hiding/hideable-kind.ts';
import { runAdmitted } from '../lib/idempotency.ts';
import { requirePlayer } from '../permissions/require-actor.ts';
import { requirePart } from '../site/site-parts.ts';
import { type Admission, admitNewThing } from '../text-filters/admit-text.ts';
import { reportFilteredText } from '../text-filters/report-filtered-text.ts';
import { hideableDiscussions } from './hideable-discussions.ts';
import { requireText, saveTagsAndSearchText } from './save-tags-and-search-text.ts';
import { listTexts, toFilteredDiscussion } from './texts-for-filters.ts';

/**
 * Creates a discussion from parsed `createDiscussionInput` and subscribes its author. `key` is the form's
 * idempotency key. It may wait for approval.
 * @throws AppError `login-required`, `guest-not-allowed`, `discussion-empty`, `rate-limited` (30 an hour),
 * `text-refused`, `waiting-limit`, `unconfirmed-email`, `account-suspended` (also when the suspension came after the
 * login), `muted`, `key-reused`.
 */
export async function createDiscussion(
  ctx: Ctx,
  { key, ...content }: DiscussionContent & { key: string },
): Promise<{ id: string }> {
  const { id: userId } = requirePlayer(ctx);
  requireText(content);
  const request = { useCase: 'create-discussion', input: content };
  async function admit() {
    await requirePart(ctx, 'discussions');
    await requireWritePermission(ctx, userId);
    await ctx.rateLimiter.take('discussion-by-account', userId);
    return admitNewThing(ctx, userId, listTexts(content));
  }
  async function work(tx: Transaction, { verdict, waits, requireRoom }: Admission) {
    await requireRoom(tx);
    if (ctx.accounts.mailer.canDeliver) await requireConfirmed(tx, userId);
    const now = ctx.clock.now();
    const [created] = await tx
      .insert(discussions)
      .values({
        ...content,
        authorId: userId,
        gameId: await findGameByName(tx, { name: content.game, userId }),
        createdAt: now,
        lastActivityAt: now,
      })
      .returning();
    if (!created) throw new Error('The row of a discussion was not inserted.');
    await saveTagsAndSearchText(tx, created, content);
    await reportFilteredText(tx, verdict, toFilteredDiscussion(created, now));
    if (waits) await letWait(tx, hideableDiscussions, { id: created.id, at: now });
    await tx
      .insert(discussionSubscriptions)
      .values({ discussionId: created.id, userId, wanted: true, since: now });
    return { id: created.id };
  }
  return runAdmitted(ctx, { userId, key, request }, { admit, work });
}

/**
 * Checks that the account's email address is confirmed. The caller skips this when no mail server is
 * configured.
 */
async function requireConfirmed(tx: Queryable, userId: string): Promise<void> {
  const [account] = await tx
    .select({ confirmed: users.emailVerified })
    .from(users)
    .where(eq(users.id, userId));
  if (!account?.confirmed) throw new AppError('unconfirmed-email');
}
