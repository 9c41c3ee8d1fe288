import { type SQL, sql } from 'drizzle-orm';
import {
  boolean,
  type ColumnTypes,
  integer,
  nullable,
  oneOf,
  uuid,
} from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import {
  blocks,
  discussionSubscriptions,
  discussions,
  mutedNotifications,
  mutedPushes,
  notificationChannels,
  notifications,
  notificationsToMail,
  pendingNotifications,
  pushSubscriptions,
  users,
  waitingPushes,
} from '#database/schema.ts';
import { discussionConstants } from '#shared/constants/discussions/discussions.ts';
import {
  type NotificationKind,
  notificationKinds,
} from '#shared/constants/notifications/notification-kinds.ts';
import { notificationConstants } from '#shared/constants/notifications/notifications.ts';
import { isBeyondLimits } from '../age-limits/age-limit-sql.ts';
import type { BaseCtx } from '../base-context.ts';

/** What was delivered to one account, of one kind; null if nobody receives anything. */
interface DeliveredRow {
  userId: string | null;
  kind: NotificationKind | null;
  balanceChanged: boolean | null;
  /** False if the account has muted the kind. */
  isWritten: boolean | null;
  /** How many pending notifications the statement has taken. */
  taken: number;
}

const columns: ColumnTypes<DeliveredRow> = {
  userId: nullable(uuid),
  kind: nullable(oneOf(notificationKinds)),
  balanceChanged: nullable(boolean),
  isWritten: nullable(boolean),
  taken: integer,
};

/**
 * Moves pending notifications in one statement, so each is delivered once. Rows that another node is moving are
 * skipped. Those of kinds that an account wants as mail are written for the mail too, also when they are muted on
 * the site, and those that it wants as push for each of its browsers. `received` selects from `taken`, with one row
 * for each receiver. Rows are written in the order of accounts, so that two nodes that write for the same accounts
 * cannot deadlock. What names a game that the account may not see for its age is left out.
 */
function deliver({ where, limit, received }: { where: SQL; limit: number; received: SQL }): SQL {
  return sql`with taken as (
    delete from ${pendingNotifications} where id = any(array(
      select id from ${pendingNotifications} where ${where} order by id limit ${sql.raw(String(limit))}
      for update skip locked))
    returning user_id, kind, actor_id, thing, thing_name, amount, at
  ),
  received as (${received}),
  grouped as materialized (
    select user_id, kind, actor_id, thing, max(thing_name) as thing_name, sum(count)::integer as count,
      sum(amount) as amount, max(at) as at
    from received
    where exists (select from ${users} where id = received.user_id)
      and exists (select from ${users} where id = received.actor_id)
      and not (kind in ('item-sold', 'order-filled', 'price-alert', 'game-hidden') and ${isBeyondLimits(
        {
          userId: sql`received.user_id`,
          gameId: sql`substring(received.thing from '^[0-9]{1,10}')::bigint`,
        },
      )})
    group by user_id, kind, actor_id, thing
  ),
  written as (
    insert into ${notifications} as stored (user_id, kind, actor_id, thing, thing_name, count, amount, at)
    select user_id, kind, actor_id, thing, thing_name, count, amount, at
    from grouped
    where not exists (select from ${mutedNotifications} as muted
      where muted.user_id = grouped.user_id and muted.kind = grouped.kind)
    order by user_id, kind, actor_id, thing
    on conflict (user_id, kind, actor_id, thing) where read_at is null do update
      set count = stored.count + excluded.count, at = greatest(stored.at, excluded.at),
        amount = coalesce(stored.amount + excluded.amount, stored.amount, excluded.amount),
        thing_name = excluded.thing_name
    returning user_id, kind
  ),
  to_mail as (
    insert into ${notificationsToMail} as waiting
      (user_id, kind, actor_id, thing, thing_name, count, amount, at, since, due_at)
    select grouped.*, grouped.at as since, grouped.at as due_at
    from grouped
    join ${notificationChannels} as channel
      on channel.user_id = grouped.user_id and channel.kind = grouped.kind
    order by grouped.user_id, grouped.kind, grouped.actor_id, grouped.thing
    on conflict (user_id, kind, actor_id, thing) where mail_id is null do update
      set count = waiting.count + excluded.count, at = greatest(waiting.at, excluded.at),
        amount = coalesce(waiting.amount + excluded.amount, waiting.amount, excluded.amount),
        thing_name = excluded.thing_name
  ),
  to_push as (
    insert into ${waitingPushes} (subscription_id, kind, next_attempt_at)
    select subscription.id, grouped.kind, max(grouped.at)
    from grouped
    join ${pushSubscriptions} as subscription on subscription.user_id = grouped.user_id
    where not exists (select from ${mutedPushes} as muted
      where muted.user_id = grouped.user_id and muted.kind = grouped.kind)
    group by subscription.id, grouped.kind
    order by subscription.id, grouped.kind
    on conflict (subscription_id, kind) do nothing
  ),
  delivered as (
    select grouped.user_id, grouped.kind, bool_or(grouped.amount is not null) as balance_changed,
      bool_or(written.user_id is not null) as is_written
    from grouped
    left join (select distinct user_id, kind from written) as written
      on written.user_id = grouped.user_id and written.kind = grouped.kind
    group by grouped.user_id, grouped.kind
  )
  select delivered.user_id as "userId", delivered.kind, delivered.balance_changed as "balanceChanged",
    delivered.is_written as "isWritten", counted.taken
  from (select count(*)::integer as taken from taken) as counted left join delivered on true`;
}

const deliverToAccounts = prepareStatement<DeliveredRow, Record<string, never>>(
  'deliver-notifications',
  columns,
  deliver({
    where: sql`user_id is not null`,
    limit: notificationConstants.deliveredAtOnce,
    received: sql`select *, 1 as count from taken`,
  }),
);

/**
 * Delivers to the subscribers of discussions. Of too many, the author of the discussion and the earliest
 * subscribers are notified.
 */
const deliverToSubscribers = prepareStatement<DeliveredRow, Record<string, never>>(
  'deliver-notifications-to-subscribers',
  columns,
  deliver({
    where: sql`user_id is null`,
    limit: notificationConstants.discussionsAtOnce,
    received: sql`select subscriber.user_id, merged.*
      from (select kind, actor_id, thing, max(thing_name) as thing_name, count(*) as count,
          sum(amount) as amount, max(at) as at
        from taken group by kind, actor_id, thing) as merged
      cross join lateral (
        select subscription.user_id
        from ${discussionSubscriptions} as subscription
        join ${discussions} as discussion on discussion.id = subscription.discussion_id
        where discussion.id = merged.thing::uuid and discussion.hidden_cause is null
          and subscription.wanted
          and subscription.user_id <> merged.actor_id
          and not ${isBeyondLimits({ userId: sql`subscription.user_id`, gameId: sql`discussion.game_id` })}
          and not exists (select from ${blocks}
            where (blocker_id = merged.actor_id and blocked_id = subscription.user_id)
              or (blocker_id = subscription.user_id and blocked_id = merged.actor_id))
        order by subscription.user_id = discussion.author_id desc, subscription.since, subscription.user_id
        limit ${sql.raw(String(discussionConstants.notifiedMax))}
      ) as subscriber`,
  }),
);

/**
 * Delivers all pending notifications, also those of other nodes, and publishes one event for each account.
 * Nothing is lost or doubled if the node is killed: only the event can be missing.
 */
export async function deliverNotifications(ctx: Pick<BaseCtx, 'db' | 'events'>): Promise<void> {
  const kinds = [
    [deliverToAccounts, notificationConstants.deliveredAtOnce],
    [deliverToSubscribers, notificationConstants.discussionsAtOnce],
  ] as const;
  for (const [statement, limit] of kinds) {
    for (;;) {
      const rows = await statement(ctx.db, {});
      publishEvents(ctx, rows);
      if ((rows[0]?.taken ?? 0) < limit) break;
    }
  }
}

function publishEvents({ events }: Pick<BaseCtx, 'events'>, rows: readonly DeliveredRow[]): void {
  for (const [userId, delivered] of Map.groupBy(rows, (row) => row.userId)) {
    if (userId === null) continue;
    const kinds = delivered.flatMap(({ kind, isWritten }) => (kind && isWritten ? [kind] : []));
    const balanceChanged = delivered.some((row) => row.balanceChanged);
    if (kinds.length > 0 || balanceChanged)
      events.publish({ type: 'notified', userId, kinds, balanceChanged });
  }
}
