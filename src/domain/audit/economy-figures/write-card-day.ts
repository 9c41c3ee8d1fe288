import { type SQL, sql } from 'drizzle-orm';
import { integer } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import {
  badgeCrafts,
  cardDays,
  cardDraws,
  cardKinds,
  cards,
  marketCardDays,
  recyclings,
  tradedCards,
} from '#database/schema.ts';
import { rarities } from '#shared/constants/rarity.ts';
import { isOnDay } from './is-on-day.ts';

const value = sql.placeholder;

/** The part of the sums that counts `copies` of a card kind. */
const countKinds = (column: string, source: SQL) => sql`
  select kind.rarity, ${column} as part, sum(counted.copies)::integer as copies
  from (${source}) as counted (kind_id, copies)
  join ${cardKinds} as kind on kind.id = counted.kind_id
  group by kind.rarity`;

const parts = sql.join(
  [
    countKinds(
      'drawn',
      sql`select draw.kind_id, count(*) from ${cardDraws} as draw
        where ${isOnDay(sql`draw.drawn_at`)} group by draw.kind_id`,
    ),
    countKinds(
      'granted',
      sql`select card.kind_id, count(*) from ${cards} as card
        where card.origin = 'granted' and ${isOnDay(sql`card.created_at`)}
        group by card.kind_id`,
    ),
    // Admins also give cards by codes. Each origin has an index of its own.
    countKinds(
      'granted',
      sql`select card.kind_id, count(*) from ${cards} as card
        where card.origin = 'redeemed' and ${isOnDay(sql`card.created_at`)}
        group by card.kind_id`,
    ),
    countKinds(
      'recycled',
      sql`select card.kind_id, 1 from ${recyclings} as recycling
        join ${cards} as card on card.recycling_id = recycling.id
        where ${isOnDay(sql`recycling.recycled_at`)}`,
    ),
    countKinds(
      'sold',
      sql`select day.kind_id, day.sales from ${marketCardDays} as day
        where day.day = ${value('day')}::text`,
    ),
    countKinds(
      'traded',
      sql`select moved.kind_id, 1 from ${tradedCards} as moved
        where ${isOnDay(sql`moved.traded_at`)}`,
    ),
    countKinds(
      'crafted',
      sql`select card.kind_id, 1 from ${badgeCrafts} as craft
        join ${cards} as card on card.consumed_by = craft.id
        where ${isOnDay(sql`craft.crafted_at`)}`,
    ),
    countKinds(
      'recycledAway',
      sql`select card.kind_id, 1 from ${recyclings} as recycling
        join ${cards} as card on card.consumed_by = recycling.id
        where ${isOnDay(sql`recycling.recycled_at`)}`,
    ),
  ],
  sql` union all `,
);

const copiesOf = (part: string) =>
  sql`coalesce(sum(counted.copies) filter (where counted.part = ${part}), 0)::integer`;

/** Sums up the cards of each rarity on a UTC day, with the median price of those sold. */
export const writeCardDay = declareStatement<{ written: number }, { day: string }>(
  { written: integer },
  sql`with counted as materialized (${parts}),
    price as materialized (
      select kind.rarity,
        percentile_cont(0.5) within group (order by day.median)::integer as median
      from ${marketCardDays} as day join ${cardKinds} as kind on kind.id = day.kind_id
      where day.day = ${value('day')}::text and day.median is not null
      group by kind.rarity
    ),
    written as (
      insert into ${cardDays}
        (day, rarity, drawn, granted, recycled, sold, traded, crafted, recycled_away, median)
      select ${value('day')}::text, shown.rarity, ${copiesOf('drawn')}, ${copiesOf('granted')},
        ${copiesOf('recycled')}, ${copiesOf('sold')}, ${copiesOf('traded')}, ${copiesOf('crafted')},
        ${copiesOf('recycledAway')}, min(price.median)
      from unnest(${sql.param([...rarities])}::text[]) as shown (rarity)
      left join counted on counted.rarity = shown.rarity
      left join price on price.rarity = shown.rarity
      group by shown.rarity
      on conflict (day, rarity) do update set drawn = excluded.drawn, granted = excluded.granted,
        recycled = excluded.recycled, sold = excluded.sold, traded = excluded.traded,
        crafted = excluded.crafted, recycled_away = excluded.recycled_away,
        median = excluded.median
      returning 1
    )
    select count(*)::integer as written from written`,
);
