import { type SQL, sql } from 'drizzle-orm';
import { bigintText, integer, text, uuid } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { collectorTotals, friendships, users } from '#database/schema.ts';
import {
  type LeaderboardGroup,
  type LeaderboardMeasure,
  type LeaderboardPeriod,
  leaderboardConstants,
} from '#shared/constants/leaderboards.ts';
import { utcMonth } from '#shared/format/utc-day.ts';
import { getCollectorLevel } from '#shared/rules/collector-level.ts';
import { isSuspended } from '../accounts/suspension.ts';
import type { Ctx } from '../context.ts';
import { memoizeByKey } from '../lib/memoize-by-key.ts';
import { countPages } from '../lib/page-count.ts';
import { isInLeaderboards } from '../privacy/privacy-conditions.ts';

const value = sql.placeholder;
const { perPage, shownMax } = leaderboardConstants;

const columns: Record<LeaderboardMeasure, SQL> = {
  level: sql`total.experience`,
  sets: sql`total.completed_sets`,
};

const reader = sql`${value('readerId')}::uuid`;
const groups: Record<LeaderboardGroup, SQL> = {
  all: sql`true`,
  friends: sql`(${users.id} = ${reader} or exists (
    select from ${friendships} as friendship
    where friendship.low_id = least(${users.id}, ${reader})
      and friendship.high_id = greatest(${users.id}, ${reader})))`,
};

/**
 * The accounts of a leaderboard. Guests, to which deleted accounts belong too, suspended accounts and those
 * that opted out are left out.
 */
const selectCollectors = (measure: LeaderboardMeasure, group: LeaderboardGroup) => sql`
  select ${users.id}, ${users.displayUsername}, ${users.name}, ${users.profilePic},
    total.experience, total.completed_sets, ${columns[measure]} as score
  from ${collectorTotals} as total
  join ${users} on ${users.id} = total.user_id
  where total.month = ${value('month')} and ${columns[measure]} > 0
    and ${users.role} <> 'guest' and not ${isSuspended(value('now'))}
    and ${isInLeaderboards(sql`total.user_id`)} and ${groups[group]}`;

interface CollectorRow {
  id: string;
  username: string;
  name: string;
  profilePic: string;
  experience: string;
  sets: number;
}

type Values = { month: string; now: string; readerId: string | null };

const listStatement = memoizeByKey((measure: LeaderboardMeasure, group: LeaderboardGroup) =>
  prepareStatement<CollectorRow, Values & { limit: number; offset: number }>(
    `collectors-${measure}-${group}`,
    {
      id: uuid,
      username: text,
      name: text,
      profilePic: text,
      experience: bigintText,
      sets: integer,
    },
    sql`select id, display_username as username, name, profile_pic as "profilePic", experience,
        completed_sets as sets
      from (${selectCollectors(measure, group)}
        order by ${columns[measure]} desc nulls last, total.user_id
        limit ${value('limit')}::integer offset ${value('offset')}::integer) as shown
      order by score desc, id`,
  ),
);

const countStatement = memoizeByKey((measure: LeaderboardMeasure, group: LeaderboardGroup) =>
  prepareStatement<{ found: number; own: number | null; ahead: number }, Values>(
    `count-collectors-${measure}-${group}`,
    { found: integer, own: { oids: [23], value: integer.value.nullable() }, ahead: integer },
    sql`with own as (
        select shown.id, shown.score from (${selectCollectors(measure, group)}
          and ${users.id} = ${reader}) as shown
      )
      select
        (select count(*) from (${selectCollectors(measure, group)}
          limit ${sql.raw(String(shownMax))}) as shown)::integer as found,
        (select score from own)::integer as own,
        (select count(*) from (
          select from (${selectCollectors(measure, group)}) as other, own
          where (other.score, own.id) > (own.score, other.id)
          limit ${sql.raw(String(shownMax))}) as ahead)::integer as ahead`,
  ),
);

export interface LeaderboardRequest {
  by: LeaderboardMeasure;
  since: LeaderboardPeriod;
  who: LeaderboardGroup;
  page: number;
}

/**
 * A page of collectors, the highest experience or the most completed sets first, in this month or ever. Equal
 * ones are in a fixed order. `own` is the actor's position, or null without one. The level is that of the
 * experience of the period.
 */
export async function listCollectors(ctx: Ctx, { by, since, who, page }: LeaderboardRequest) {
  const now = ctx.clock.now();
  const group = ctx.actor ? who : 'all';
  const values = {
    month: since === 'ever' ? 'ever' : utcMonth(now),
    now: now.toISOString(),
    readerId: ctx.actor?.id ?? null,
  };
  const offset = (page - 1) * perPage;
  const limit = Math.max(0, Math.min(perPage, shownMax - offset));
  const [rows, [counts]] = await Promise.all([
    listStatement(by, group)(ctx.db, { ...values, limit, offset }),
    countStatement(by, group)(ctx.db, values),
  ]);
  return {
    collectors: rows.map(({ id, experience, ...row }, index) => ({
      ...row,
      position: offset + index + 1,
      experience: Number(experience),
      level: getCollectorLevel(Number(experience)).level,
      isReader: id === ctx.actor?.id,
    })),
    found: counts?.found ?? 0,
    pages: countPages(counts?.found ?? 0, perPage),
    own: counts && counts.own !== null ? counts.ahead + 1 : null,
  };
}

/** A row of a leaderboard. */
export type Collector = Awaited<ReturnType<typeof listCollectors>>['collectors'][number];
