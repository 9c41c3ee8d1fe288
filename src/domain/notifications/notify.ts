import { sql } from 'drizzle-orm';
import { oneOf, uuid } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { mutedNotifications, notifications } from '#database/schema.ts';
import { type NotificationKind, notificationKinds } from '#shared/constants/notification-kinds.ts';
import { notificationConstants } from '#shared/constants/notifications.ts';
import type { BaseCtx } from '../context-parts.ts';

/** A notification to write. */
export interface NewNotification {
  userId: string;
  kind: NotificationKind;
  /** The account that did it. */
  actorId: string;
  /** What it was done to. Equal actions of one actor on one thing share a notification. */
  thing?: string;
  thingName?: string;
  /** The cents that the receiver got: the balance on open pages is not up to date. */
  amount?: number;
}

export interface Notifier {
  /**
   * Queues a notification after the commit of what it is about. It is written with others within
   * 100 milliseconds, so that no purchase or comment waits for it, and published as one event for
   * each account. Notifications in the queue of a killed node are lost. Actions of the receiver's
   * own are ignored; of muted kinds only a changed balance is published.
   */
  post(notification: NewNotification): void;
  /** Writes the queued notifications now. Never throws: after a failure they stay queued. */
  flush(): Promise<void>;
}

export function createNotifier(ctx: Pick<BaseCtx, 'db' | 'clock' | 'events' | 'log'>): Notifier {
  let waiting: Row[] = [];
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();
  const losses = createLossCounter(ctx);

  async function write(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    // Logs losses since the last log line.
    losses.add(0);
    if (waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    try {
      publishEvents(ctx, batch, await writeRows(ctx, batch));
    } catch (error) {
      ctx.log.warn(
        { err: error, notifications: batch.length },
        'notifications could not be written',
      );
      const all = [...batch, ...waiting];
      waiting = all.slice(0, notificationConstants.waitingMax);
      losses.add(all.length - waiting.length);
      timer ??= setTimeout(() => void flush(), notificationConstants.retryMs).unref();
    }
  }

  function flush(): Promise<void> {
    writing = writing.then(write);
    return writing;
  }

  return {
    post({ thing = '', thingName = '', amount, ...parties }) {
      if (parties.userId === parties.actorId) return;
      if (waiting.length >= notificationConstants.waitingMax) return losses.add(1);
      waiting.push({
        ...parties,
        thing,
        thingName,
        amount: amount ?? null,
        at: ctx.clock.now().toISOString(),
      });
      timer ??= setTimeout(() => void flush(), notificationConstants.batchMs).unref();
    },
    flush,
  };
}

/**
 * Counts notifications that did not fit into the queue, and logs the first loss at once and further
 * ones together.
 */
function createLossCounter({ clock, log }: Pick<BaseCtx, 'clock' | 'log'>) {
  let losses = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    add(count: number) {
      losses += count;
      const now = clock.now().getTime();
      if (losses === 0 || now < loggedAt + notificationConstants.lostLogMs) return;
      log.warn({ notifications: losses }, 'notifications were lost: too many wait to be written');
      losses = 0;
      loggedAt = now;
    },
  };
}

interface Row {
  userId: string;
  kind: NotificationKind;
  actorId: string;
  thing: string;
  thingName: string;
  amount: number | null;
  at: string;
}

type WrittenRow = { userId: string; kind: NotificationKind };

const value = sql.placeholder;

type Columns = { [Name in keyof Row]: Row[Name][] };

const insert = declareStatement<WrittenRow, Columns>(
  { userId: uuid, kind: oneOf(notificationKinds) },
  sql`insert into ${notifications} as stored (user_id, kind, actor_id, thing, thing_name, count, amount, at)
    select user_id, kind, actor_id, thing, max(thing_name), count(*)::integer, sum(amount), max(at)
    from unnest(${value('userId')}::uuid[], ${value('kind')}::text[], ${value('actorId')}::uuid[],
      ${value('thing')}::text[], ${value('thingName')}::text[], ${value('amount')}::bigint[],
      ${value('at')}::timestamptz[])
      as noted (user_id, kind, actor_id, thing, thing_name, amount, at)
    where not exists (select from ${mutedNotifications} as muted
      where muted.user_id = noted.user_id and muted.kind = noted.kind)
    group by user_id, kind, actor_id, thing
    order by user_id, kind, actor_id, thing
    on conflict (user_id, kind, actor_id, thing) where read_at is null do update
      set count = stored.count + excluded.count, at = greatest(stored.at, excluded.at),
        amount = coalesce(stored.amount + excluded.amount, stored.amount, excluded.amount),
        thing_name = excluded.thing_name
    returning user_id as "userId", kind`,
);

/**
 * Writes rows in the order of accounts, so that two nodes that write for the same accounts cannot
 * deadlock.
 */
function writeRows({ db }: Pick<BaseCtx, 'db'>, rows: readonly Row[]): Promise<WrittenRow[]> {
  const column = <Name extends keyof Row>(name: Name) => rows.map((row) => row[name]);
  return insert(db, {
    userId: column('userId'),
    kind: column('kind'),
    actorId: column('actorId'),
    thing: column('thing'),
    thingName: column('thingName'),
    amount: column('amount'),
    at: column('at'),
  });
}

function publishEvents(
  { events }: Pick<BaseCtx, 'events'>,
  batch: readonly Row[],
  written: readonly WrittenRow[],
): void {
  const writtenKinds = Map.groupBy(written, (row) => row.userId);
  for (const [userId, rows] of Map.groupBy(batch, (row) => row.userId)) {
    const kinds = [...new Set(writtenKinds.get(userId)?.map(({ kind }) => kind))];
    const balanceChanged = rows.some(({ amount }) => amount !== null);
    if (kinds.length > 0 || balanceChanged)
      events.publish({ type: 'notified', userId, kinds, balanceChanged });
  }
}
