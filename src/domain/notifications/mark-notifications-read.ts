import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { notifications } from '#database/schema.ts';
import type { Ctx } from '../context.ts';
import { requireActor } from '../permissions/require-actor.ts';

/**
 * Marks notifications of the actor read that were shown on a page. `count` is the count that was
 * shown: a notification whose count has grown since then stays unread.
 * @throws AppError `login-required`.
 */
export async function markShownNotificationsRead(
  ctx: Ctx,
  { shown }: { shown: readonly { id: string; count: number }[] },
): Promise<void> {
  const ids = sql.param(shown.map(({ id }) => id));
  const counts = sql.param(shown.map(({ count }) => count));
  await markRead(
    ctx,
    sql`(${notifications.id}, ${notifications.count}) in
      (select id, count from unnest(${ids}::uuid[], ${counts}::integer[]) as shown (id, count))`,
  );
}

/** Marks all notifications of the actor read. @throws AppError `login-required`. */
export async function markAllNotificationsRead(ctx: Ctx): Promise<void> {
  await markRead(ctx);
}

async function markRead(ctx: Ctx, condition?: SQL): Promise<void> {
  const { id: userId } = requireActor(ctx);
  const { rowCount } = await ctx.db
    .update(notifications)
    .set({ readAt: ctx.clock.now() })
    .where(and(eq(notifications.userId, userId), isNull(notifications.readAt), condition));
  if (rowCount) ctx.events.publish({ type: 'unread-changed', userId });
}
