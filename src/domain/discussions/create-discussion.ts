import { eq } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { discussionSubscriptions, discussions, users } from '#db/schema.ts';
import type { DiscussionContent } from '#shared/inputs/discussions.ts';
import { Refusal } from '#shared/refusals.ts';
import { requirePlayer } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { findGame } from '../library/find-game.ts';
import { once } from '../money/once.ts';
import { requireUnsuspended } from './rights.ts';
import { requireText, saveListing } from './save-discussion.ts';

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
  await ctx.limits.take('discussion-by-account', userId);
  const request = { useCase: 'create-discussion', input: content };
  return once(ctx, { userId, key, request }, async (tx) => {
    if (ctx.mailer.delivers) await requireConfirmed(tx, userId);
    const now = ctx.clock.now();
    const [made] = await tx
      .insert(discussions)
      .values({
        ...content,
        authorId: userId,
        gameId: await findGame(tx, { name: content.game, userId }),
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
  if (!account?.confirmed) throw new Refusal('unconfirmed-email');
}
