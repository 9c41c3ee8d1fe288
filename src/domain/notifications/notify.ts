import { sql } from 'drizzle-orm';
import { mutedNotices, notices } from '#database/schema.ts';
import type { NotificationKind } from '#shared/constants/notification-kinds.ts';
import { notificationConstants } from '#shared/constants/notifications.ts';
import type { BaseCtx } from '../base-context.ts';

/** What somebody is to be told of. */
export interface NewNotification {
  userId: string;
  kind: NotificationKind;
  /** Who did it. */
  actorId: string;
  /** What it was done to: what the same person did to the same thing is told once. */
  thing?: string;
  thingName?: string;
  /** Cents that it brought. */
  amount?: number;
}

export interface Notifier {
  /**
   * Notes it after the commit of what happened; it is written with others within a tenth of a second,
   * so that nobody's purchase or comment waits for it. What a node that is killed had not written yet
   * is lost; what happened is not. Nothing is told of one's own doings, nor what is muted.
   */
  post(notice: NewNotification): void;
  /** Writes what is noted now. Never fails: after a failure it waits for the next time. */
  flush(): Promise<void>;
}

export function createNotifier(ctx: Pick<BaseCtx, 'db' | 'clock' | 'events' | 'log'>): Notifier {
  let waiting: Row[] = [];
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();
  const lost = countLost(ctx);

  async function write(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    // What was lost since the last word of it.
    lost.add(0);
    if (waiting.length === 0) return;
    const batch = waiting;
    waiting = [];
    try {
      tell(ctx, await writeRows(ctx, batch));
    } catch (error) {
      ctx.log.warn({ err: error, notices: batch.length }, 'notices could not be written');
      const all = [...batch, ...waiting];
      waiting = all.slice(0, notificationConstants.waitingMax);
      lost.add(all.length - waiting.length);
      timer ??= setTimeout(() => void flush(), notificationConstants.retryMs).unref();
    }
  }

  function flush(): Promise<void> {
    writing = writing.then(write);
    return writing;
  }

  return {
    post({ thing = '', thingName = '', amount, ...who }) {
      if (who.userId === who.actorId) return;
      if (waiting.length >= notificationConstants.waitingMax) return lost.add(1);
      waiting.push({
        ...who,
        thing,
        thingName,
        amount: amount ?? null,
        at: ctx.clock.now().toISOString(),
      });
      timer ??= setTimeout(() => void flush(), notificationConstants.gatherMs).unref();
    },
    flush,
  };
}

/** Counts what there was no room for, and logs it: at once, then together with what came since. */
function countLost({ clock, log }: Pick<BaseCtx, 'clock' | 'log'>) {
  let lost = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    add(count: number) {
      lost += count;
      const now = clock.now().getTime();
      if (lost === 0 || now < loggedAt + notificationConstants.lostLogMs) return;
      log.warn({ notices: lost }, 'notices were lost: too many wait to be written');
      lost = 0;
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

type Written = { userId: string; kind: NotificationKind };

/** Writes them in the order of accounts, as two nodes may tell the same ones. */
async function writeRows({ db }: Pick<BaseCtx, 'db'>, rows: readonly Row[]): Promise<Written[]> {
  const column = (name: keyof Row) => sql.param(rows.map((row) => row[name]));
  const written = await db.execute<{ user_id: string; kind: NotificationKind }>(sql`
    insert into ${notices} as kept (user_id, kind, actor_id, thing, thing_name, count, amount, at)
    select user_id, kind, actor_id, thing, max(thing_name), count(*)::integer, sum(amount), max(at)
    from unnest(${column('userId')}::uuid[], ${column('kind')}::text[], ${column('actorId')}::uuid[],
      ${column('thing')}::text[], ${column('thingName')}::text[], ${column('amount')}::bigint[],
      ${column('at')}::timestamptz[])
      as noted (user_id, kind, actor_id, thing, thing_name, amount, at)
    where not exists (select from ${mutedNotices} as muted
      where muted.user_id = noted.user_id and muted.kind = noted.kind)
    group by user_id, kind, actor_id, thing
    order by user_id, kind, actor_id, thing
    on conflict (user_id, kind, actor_id, thing) where read_at is null do update
      set count = kept.count + excluded.count, at = greatest(kept.at, excluded.at),
        amount = coalesce(kept.amount + excluded.amount, kept.amount, excluded.amount),
        thing_name = excluded.thing_name
    returning user_id, kind`);
  return written.rows.map(({ user_id, kind }) => ({ userId: user_id, kind }));
}

function tell({ events }: Pick<BaseCtx, 'events'>, written: readonly Written[]): void {
  for (const [userId, rows] of Map.groupBy(written, (row) => row.userId)) {
    const kinds = [...new Set(rows.map(({ kind }) => kind))];
    events.publish({ type: 'noticed', userId, kinds });
  }
}
