import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  bigintText,
  boolean,
  integer,
  nullable,
  oneOf,
  text,
  timestamptz,
  uuid,
} from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { notifications, users } from '#database/schema.ts';
import { unknownToPlanner } from '#database/sql/unknown-to-planner.ts';
import {
  type NotificationKind,
  notificationKinds,
} from '#shared/constants/notifications/notification-kinds.ts';
import { notificationConstants } from '#shared/constants/notifications/notifications.ts';
import type { Ctx } from '../context.ts';
import { memoizeByKey } from '../lib/memoize-by-key.ts';
import { countPages } from '../lib/page-count.ts';
import { chooseRowLimit } from '../lib/page-row-limit.ts';
import { requireActor } from '../permissions/require-actor.ts';
import { isNotifiedThingVisible } from './notified-thing-is-visible.ts';

/**
 * A page of the actor's notifications, newest first; those of hidden things are left out.
 * @throws AppError `login-required`.
 */
export async function listNotifications(
  ctx: Ctx,
  { page, perPage = notificationConstants.pageSize }: { page: number; perPage?: number },
) {
  const { id } = requireActor(ctx);
  const size = chooseRowLimit(perPage, notificationConstants.pageSize);
  const [rows, [counts]] = await Promise.all([
    readRows(size)(ctx.db, { userId: id, offset: (page - 1) * perPage }),
    readCounts(ctx.db, { userId: id }),
  ]);
  const { all = 0, unread = 0 } = counts ?? {};
  return {
    entries: rows.slice(0, perPage).map(({ username, profilePic, amount, ...notification }) => ({
      ...notification,
      actor: { username, profilePic },
      amount: amount === null ? null : Number(amount),
    })),
    /** The number of unread notifications on all pages. */
    unread,
    page,
    pages: countPages(all, perPage, notificationConstants.pagedMax),
  };
}

interface Row {
  id: string;
  kind: NotificationKind;
  username: string;
  profilePic: string;
  thing: string;
  thingName: string;
  count: number;
  amount: string | null;
  at: Date;
  read: boolean;
}

const userId = unknownToPlanner(sql.placeholder('userId'), 'uuid');
const isOwn = sql`notice.user_id = ${userId}
  and ${isNotifiedThingVisible(alias(notifications, 'notice'))}`;

const readRows = memoizeByKey((size: number) =>
  prepareStatement<Row, { userId: string; offset: number }>(
    `list-notifications-${size}`,
    {
      id: uuid,
      kind: oneOf(notificationKinds),
      username: text,
      profilePic: text,
      thing: text,
      thingName: text,
      count: integer,
      amount: nullable(bigintText),
      at: timestamptz,
      read: boolean,
    },
    sql`select notice.id, notice.kind, actor.display_username as username,
      actor.profile_pic as "profilePic", notice.thing, notice.thing_name as "thingName",
      notice.count, notice.amount, notice.at, notice.read_at is not null as read
    from (select * from ${notifications} as notice
      where ${isOwn}
      order by notice.at desc, notice.id desc
      limit ${sql.raw(String(size))}
      offset ${unknownToPlanner(sql.placeholder('offset'), 'integer')}) as notice
    join ${users} as actor on actor.id = notice.actor_id
    order by notice.at desc, notice.id desc`,
  ),
);

const readCounts = prepareStatement<{ all: number; unread: number }, { userId: string }>(
  'count-notifications',
  { all: integer, unread: integer },
  sql`select count(*)::integer as all,
      (count(*) filter (where notice.read_at is null))::integer as unread
    from ${notifications} as notice where ${isOwn}`,
);

/** A notification in the list. */
export type ListedNotification = Awaited<ReturnType<typeof listNotifications>>['entries'][number];
