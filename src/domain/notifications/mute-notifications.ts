import { and, eq } from 'drizzle-orm';
import { mutedNotices } from '#database/schema.ts';
import type { NotificationKind } from '#shared/constants/notification-kinds.ts';
import { requireActor } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';

/** Says whether the actor wants notices of this kind from now on. @throws Refusal `login-required`. */
export async function muteNotifications(
  ctx: Ctx,
  { kind, wanted }: { kind: NotificationKind; wanted: boolean },
): Promise<void> {
  const { id: userId } = requireActor(ctx);
  if (wanted) {
    await ctx.db
      .delete(mutedNotices)
      .where(and(eq(mutedNotices.userId, userId), eq(mutedNotices.kind, kind)));
  } else {
    await ctx.db.insert(mutedNotices).values({ userId, kind }).onConflictDoNothing();
  }
}

/** The kinds of notices that the actor does not want. @throws Refusal `login-required`. */
export async function listMuted(ctx: Ctx): Promise<NotificationKind[]> {
  const { id } = requireActor(ctx);
  const muted = await ctx.db
    .select({ kind: mutedNotices.kind })
    .from(mutedNotices)
    .where(eq(mutedNotices.userId, id));
  return muted.map(({ kind }) => kind);
}
