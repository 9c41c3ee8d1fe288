import { sql } from 'drizzle-orm';
import { integer } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import {
  activity,
  cardKinds,
  cards,
  collectorTotals,
  pendingSetChecks,
  setCompletions,
  users,
} from '#database/schema.ts';
import { collectionConstants } from '#shared/constants/collections.ts';
import { utcMonth } from '#shared/format/utc-day.ts';
import { holdsVersion, isOfSet } from '../card-sets/set-versions-sql.ts';
import type { Ctx } from '../context.ts';

const value = sql.placeholder;

/**
 * Takes pending checks and records the sets that are complete for the first time: the completion, the totals
 * and the activity. Every arrival of a card is checked after its commit, so of simultaneous arrivals the last
 * check sees all cards. A set whose card leaves before the check has a row that says that it was complete. All
 * rows are written in one order, so that two nodes cannot deadlock.
 */
const settle = prepareStatement<
  { taken: number; completed: number },
  { now: Date; month: string; limit: number }
>(
  'settle-complete-sets',
  { taken: integer, completed: integer },
  sql`with taken as (
    delete from ${pendingSetChecks} where id = any(array(
      select id from ${pendingSetChecks} order by id limit ${value('limit')}::integer
      for update skip locked))
    returning user_id, game_id, complete
  ),
  complete as materialized (
    select arrived.user_id, arrived.game_id
    from (select distinct user_id, game_id from taken) as arrived
    where (not exists (
      select from ${cardKinds} as kind
      where ${isOfSet(sql`arrived.game_id`)}
        and not exists (
          select from ${cards} as card
          where card.owner_id = arrived.user_id and card.game_id = arrived.game_id
            and card.kind_id = kind.id and card.state = 'held'))
        or ${holdsVersion({ userId: sql`arrived.user_id`, gameId: sql`arrived.game_id` })})
      and exists (
        select from ${cards} as card
        where card.owner_id = arrived.user_id and card.game_id = arrived.game_id
          and card.state = 'held')
    union
    select taken.user_id, taken.game_id
    from taken join ${users} as account on account.id = taken.user_id
    where taken.complete
  ),
  recorded as (
    insert into ${setCompletions} (user_id, game_id, completed_at)
    select user_id, game_id, ${value('now')}::timestamptz from complete order by user_id, game_id
    on conflict do nothing
    returning user_id, game_id
  ),
  counted as (
    insert into ${collectorTotals} as stored (user_id, month, completed_sets)
    select user_id, month, count(*)::integer
    from recorded cross join (values (${value('month')}), ('ever')) as period (month)
    group by user_id, month order by user_id, month
    on conflict (user_id, month) do update
      set completed_sets = stored.completed_sets + excluded.completed_sets
  ),
  noted as (
    insert into ${activity} (user_id, kind, game_id, at)
    select user_id, 'set-completed', game_id, ${value('now')}::timestamptz from recorded
  )
  select (select count(*) from taken)::integer as taken,
    (select count(*) from recorded)::integer as completed`,
);

/** Settles all pending checks of sets. Returns how many sets were completed. */
export async function recordCompleteSets({
  db,
  clock,
}: Pick<Ctx, 'db' | 'clock'>): Promise<number> {
  const limit = collectionConstants.setsCheckedAtOnce;
  const now = clock.now();
  for (let completed = 0; ; ) {
    const [found] = await settle(db, { now, month: utcMonth(now), limit });
    completed += found?.completed ?? 0;
    if ((found?.taken ?? 0) < limit) return completed;
  }
}
