import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { notices } from '#database/schema.ts';
import { requireActor } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';

/**
 * Marks those of the actor's notices read that a screen has shown. `count` is what was shown of each:
 * one that grew in the meantime stays unread, as nobody has seen what it says now.
 * @throws Refusal `login-required`.
 */
export async function markShownNotificationsRead(
  ctx: Ctx,
  { shown }: { shown: readonly { id: string; count: number }[] },
): Promise<void> {
  const ids = sql.param(shown.map(({ id }) => id));
  const counts = sql.param(shown.map(({ count }) => count));
  await read(
    ctx,
    sql`(${notices.id}, ${notices.count}) in
      (select id, count from unnest(${ids}::uuid[], ${counts}::integer[]) as shown (id, count))`,
  );
}

/** Marks all of the actor's notices read. @throws Refusal `login-required`. */
export async function markAllNotificationsRead(ctx: Ctx): Promise<void> {
  await read(ctx);
}

async function read(ctx: Ctx, which?: SQL): Promise<void> {
  const { id: userId } = requireActor(ctx);
  const { rowCount } = await ctx.db
    .update(notices)
    .set({ readAt: ctx.clock.now() })
    .where(and(eq(notices.userId, userId), isNull(notices.readAt), which));
  if (rowCount) ctx.events.publish({ type: 'unread-changed', userId });
}
