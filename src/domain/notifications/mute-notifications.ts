import { and, eq, sql } from 'drizzle-orm';
import { prepareSelect } from '#database/prepared-select.ts';
import { mutedNotifications } from '#database/schema.ts';
import type { NotificationKind } from '#shared/constants/notifications/notification-kinds.ts';
import type { Ctx } from '../context.ts';
import { requireActor } from '../permissions/require-actor.ts';

/** Mutes or unmutes one kind of notifications for the actor. @throws AppError `login-required`. */
export async function muteNotifications(
  ctx: Ctx,
  { kind, wanted }: { kind: NotificationKind; wanted: boolean },
): Promise<void> {
  const { id: userId } = requireActor(ctx);
  if (wanted) {
    await ctx.db
      .delete(mutedNotifications)
      .where(and(eq(mutedNotifications.userId, userId), eq(mutedNotifications.kind, kind)));
  } else {
    await ctx.db.insert(mutedNotifications).values({ userId, kind }).onConflictDoNothing();
  }
}

/** The kinds of notifications that the actor has muted. @throws AppError `login-required`. */
export async function listMutedKinds(ctx: Ctx): Promise<NotificationKind[]> {
  const { id } = requireActor(ctx);
  const muted = await readMuted(ctx.db, { id });
  return muted.map(({ kind }) => kind);
}

const readMuted = prepareSelect('muted-notifications', (db) =>
  db
    .select({ kind: mutedNotifications.kind })
    .from(mutedNotifications)
    .where(eq(mutedNotifications.userId, sql.placeholder('id'))),
);
