import { and, desc, eq, isNull } from 'drizzle-orm';
import { notifications, users } from '#database/schema.ts';
import { notificationConstants } from '#shared/constants/notifications.ts';
import { requireActor } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { countPages } from '../lib/page-count.ts';
import { isOfShownThing } from './is-of-shown-thing.ts';

/**
 * A page of the actor's notifications, newest first; those of hidden things are left out.
 * @throws AppError `login-required`.
 */
export async function listNotifications(
  ctx: Ctx,
  { page, perPage = notificationConstants.pageSize }: { page: number; perPage?: number },
) {
  const { id } = requireActor(ctx);
  const own = and(eq(notifications.userId, id), isOfShownThing(notifications));
  const [rows, all, unread] = await Promise.all([
    ctx.db
      .select({
        id: notifications.id,
        kind: notifications.kind,
        actor: { username: users.displayUsername, profilePic: users.profilePic },
        thing: notifications.thing,
        thingName: notifications.thingName,
        count: notifications.count,
        amount: notifications.amount,
        at: notifications.at,
        readAt: notifications.readAt,
      })
      .from(notifications)
      .innerJoin(users, eq(users.id, notifications.actorId))
      .where(own)
      .orderBy(desc(notifications.at), desc(notifications.id))
      .limit(perPage)
      .offset((page - 1) * perPage),
    ctx.db.$count(notifications, own),
    ctx.db.$count(notifications, and(own, isNull(notifications.readAt))),
  ]);
  return {
    entries: rows.map(({ readAt, ...notification }) => ({
      ...notification,
      read: readAt !== null,
    })),
    /** The number of unread notifications on all pages. */
    unread,
    page,
    pages: countPages(all, perPage, notificationConstants.pagedMax),
  };
}

/** A notification in the list. */
export type ListedNotification = Awaited<ReturnType<typeof listNotifications>>['entries'][number];
