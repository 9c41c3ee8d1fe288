import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { discussionSubscriptions, discussions, users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { DiscussionContent } from '#shared/schemas/discussions.ts';
import { requirePlayer } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { runOnce } from '../lib/idempotency.ts';
import { findGameByName } from '../library/find-game-by-name.ts';
import { requireUnsuspended } from './discussion-permissions.ts';
import { requireText, saveListing } from './save-discussion-listing.ts';

/**
 * Begins a discussion, as `createDiscussionInput` reads it; its author is subscribed to it. `key` is the
 * form's: sent again it is the same discussion.
 * @throws Refusal `login-required`, `guest-not-allowed`, `discussion-empty`, `rate-limited` (30 an
 * hour), `unconfirmed-email`, `account-suspended` when that happened meanwhile, `key-reused`.
 */
export async function createDiscussion(
  ctx: Ctx,
  { key, ...content }: DiscussionContent & { key: string },
): Promise<{ id: string }> {
  const { id: userId } = requirePlayer(ctx);
  requireText(content);
  await requireUnsuspended(ctx, userId);
  await ctx.rateLimiter.take('discussion-by-account', userId);
  const request = { useCase: 'create-discussion', input: content };
  return runOnce(ctx, { userId, key, request }, async (tx) => {
    if (ctx.mailer.delivers) await requireConfirmed(tx, userId);
    const now = ctx.clock.now();
    const [made] = await tx
      .insert(discussions)
      .values({
        ...content,
        authorId: userId,
        gameId: await findGameByName(tx, { name: content.game, userId }),
        createdAt: now,
        lastActivityAt: now,
      })
      .returning();
    if (!made) throw new Error('A discussion was not written.');
    await saveListing(tx, made, content);
    await tx
      .insert(discussionSubscriptions)
      .values({ discussionId: made.id, userId, wanted: true, since: now });
    return { id: made.id };
  });
}

/** Where no mail can be sent, addresses count as confirmed. */
async function requireConfirmed(tx: Queryable, userId: string): Promise<void> {
  const [account] = await tx
    .select({ confirmed: users.emailVerified })
    .from(users)
    .where(eq(users.id, userId));
  if (!account?.confirmed) throw new AppError('unconfirmed-email');
}
