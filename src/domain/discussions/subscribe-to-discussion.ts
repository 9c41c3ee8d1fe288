import { and, eq, isNull } from 'drizzle-orm';
import { discussionSubscriptions, discussions } from '#database/schema.ts';
import type { Ctx } from '../context.ts';
import { requireActor, requireNotRetired } from '../permissions/require-actor.ts';
import { requirePart } from '../site/site-parts.ts';
import { discussionGoneError } from './discussion-permissions.ts';

interface Input {
  discussionId: string;
}

/**
 * Subscribes the actor to new comments; not of a hidden discussion.
 * @throws AppError `login-required`, `discussion-gone`.
 */
export function subscribeToDiscussion(ctx: Ctx, input: Input): Promise<void> {
  return saveChoice(ctx, input, true);
}

/**
 * Ends the actor's subscription. Later comments of the actor do not renew it.
 * @throws AppError `login-required`, `discussion-gone`.
 */
export function unsubscribeFromDiscussion(ctx: Ctx, input: Input): Promise<void> {
  return saveChoice(ctx, input, false);
}

async function saveChoice(ctx: Ctx, { discussionId }: Input, wanted: boolean): Promise<void> {
  const actor = requireActor(ctx);
  const { id: userId } = actor;
  await requirePart(ctx, 'discussions');
  const since = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    // The lock keeps the discussion until the subscription is inserted.
    const [locked] = await tx
      .select({ id: discussions.id })
      .from(discussions)
      .where(and(eq(discussions.id, discussionId), isNull(discussions.hiddenCause)))
      .for('key share');
    if (!locked) throw discussionGoneError();
    await tx
      .insert(discussionSubscriptions)
      .values({ discussionId, userId, wanted, since })
      .onConflictDoUpdate({
        target: [discussionSubscriptions.discussionId, discussionSubscriptions.userId],
        set: { wanted, since },
        setWhere: eq(discussionSubscriptions.wanted, !wanted),
      });
    await requireNotRetired(tx, actor);
  });
}
