import { and, desc, eq, isNull } from 'drizzle-orm';
import { notices, users } from '#database/schema.ts';
import { notificationConstants } from '#shared/constants/notifications.ts';
import { requireActor } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { pageCount } from '../lib/page-count.ts';

/** A page of the actor's own notices, newest first. @throws Refusal `login-required`. */
export async function listNotifications(
  ctx: Ctx,
  { page, perPage = notificationConstants.pageSize }: { page: number; perPage?: number },
) {
  const { id } = requireActor(ctx);
  const own = eq(notices.userId, id);
  const [rows, all, unread] = await Promise.all([
    ctx.db
      .select({
        id: notices.id,
        kind: notices.kind,
        actor: { username: users.displayUsername, profilePic: users.profilePic },
        thing: notices.thing,
        thingName: notices.thingName,
        count: notices.count,
        amount: notices.amount,
        at: notices.at,
        readAt: notices.readAt,
      })
      .from(notices)
      .innerJoin(users, eq(users.id, notices.actorId))
      .where(own)
      .orderBy(desc(notices.at), desc(notices.id))
      .limit(perPage)
      .offset((page - 1) * perPage),
    ctx.db.$count(notices, own),
    ctx.db.$count(notices, and(own, isNull(notices.readAt))),
  ]);
  return {
    notices: rows.map(({ readAt, ...notice }) => ({ ...notice, read: readAt !== null })),
    /** On all pages. */
    unread,
    page,
    pages: pageCount(all, perPage, notificationConstants.pagedMax),
  };
}
