import { eq } from 'drizzle-orm';
import { discussionSubscriptions, discussions } from '#database/schema.ts';
import { requireActor, requireUnretired } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { discussionGone } from './discussion-permissions.ts';

interface Input {
  discussionId: string;
}

/** Has the actor told of new comments. @throws Refusal `login-required`, `discussion-gone`. */
export function subscribe(ctx: Ctx, input: Input): Promise<void> {
  return want(ctx, input, true);
}

/**
 * Has the actor not told any more, whatever they say there later.
 * @throws Refusal `login-required`, `discussion-gone`.
 */
export function unsubscribe(ctx: Ctx, input: Input): Promise<void> {
  return want(ctx, input, false);
}

async function want(ctx: Ctx, { discussionId }: Input, wanted: boolean): Promise<void> {
  const actor = requireActor(ctx);
  const { id: userId } = actor;
  const since = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    // Held, so that it is there when this refers to it.
    const [there] = await tx
      .select({ id: discussions.id })
      .from(discussions)
      .where(eq(discussions.id, discussionId))
      .for('key share');
    if (!there) throw discussionGone();
    await tx
      .insert(discussionSubscriptions)
      .values({ discussionId, userId, wanted, since })
      .onConflictDoUpdate({
        target: [discussionSubscriptions.discussionId, discussionSubscriptions.userId],
        set: { wanted, since },
        setWhere: eq(discussionSubscriptions.wanted, !wanted),
      });
    await requireUnretired(tx, actor);
  });
}
