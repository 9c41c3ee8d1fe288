import { type SQL, sql } from 'drizzle-orm';
import {
  badgeCrafts,
  cardKinds,
  cardSetVersionKinds,
  cardSetVersions,
  cards,
  collectorTotals,
  marketSales,
  pendingSetChecks,
  recyclings,
  setCompletions,
  tradedCards,
} from '#database/schema.ts';
import { collectionConstants } from '#shared/constants/collections.ts';
import { type AuditRule, selectDifference } from './audit-rule.ts';

/**
 * The versions of all sets, each with its kinds in the order of their ids: those of the games of the site, and
 * the bundled sets, which have one. The set that all other games share has no game.
 */
const editions = sql`edition as materialized (
    select part.game_id, array_agg(part.kind_id order by part.kind_id) as kinds
    from ${cardSetVersionKinds} as part group by part.game_id, part.version
    union all
    select kind.game_id, array_agg(kind.id order by kind.id) from ${cardKinds} as kind
    where kind.game_id is null or not exists (
      select from ${cardSetVersions} as saved where saved.game_id = kind.game_id)
    group by kind.game_id
  )`;

/** The UTC month of a timestamp, as in `collector_totals`. */
const monthOf = (timestamp: SQL) => sql`to_char(${timestamp} at time zone 'UTC', 'YYYY-MM')`;

/** The audit rules of badges, recycled cards and complete sets. */
export const collectionRules: AuditRule[] = [
  {
    name: 'cards-are-of-the-newest-set',
    description:
      'After a new version of a card set no card is made of a kind that it does not have.',
    broken: sql`with newest as (
        select distinct on (game_id) game_id, version, other_cards from ${cardSetVersions}
        order by game_id, version desc
      )
      select newest.game_id, newest.version, newest.other_cards, made.cards
      from newest
      left join (
        select card.game_id, count(*) as cards
        from ${cards} as card join newest on newest.game_id = card.game_id
        left join ${cardSetVersionKinds} as part on part.game_id = newest.game_id
          and part.version = newest.version and part.kind_id = card.kind_id
        where part.kind_id is null
        group by card.game_id
      ) as made on made.game_id = newest.game_id
      where coalesce(made.cards, 0) <> newest.other_cards`,
  },
  {
    name: 'sets-are-their-newest-version',
    description:
      'The current kinds of a game of the site are those of the newest version of its set.',
    broken: selectDifference(
      sql`game_id, kind_id`,
      sql`select kind.game_id, kind.id as kind_id from ${cardKinds} as kind
        where kind.is_current and exists (
          select from ${cardSetVersions} as saved where saved.game_id = kind.game_id)`,
      sql`select part.game_id, part.kind_id from ${cardSetVersionKinds} as part
        where part.version = (select max(version) from ${cardSetVersions} as saved
          where saved.game_id = part.game_id)`,
    ),
  },
  {
    name: 'crafts-consume-sets',
    description:
      'A craft consumed exactly one card of each kind of a version of the set, of its own account.',
    broken: sql`with ${editions}
      select craft.id as craft_id, used.cards, used.kinds
      from ${badgeCrafts} as craft
      cross join lateral (
        select count(*) as cards, array_agg(distinct card.kind_id) as kinds,
          coalesce(bool_and(card.owner_id = craft.user_id and card.game_id = craft.game_id), false) as own
        from ${cards} as card where card.consumed_by = craft.id
      ) as used
      where not used.own or used.cards <> cardinality(used.kinds) or not exists (
        select from edition where (edition.game_id = craft.game_id or edition.game_id is null
            and not exists (select from edition as own where own.game_id = craft.game_id))
          and edition.kinds = used.kinds)`,
  },
  {
    name: 'recyclings-consume-duplicates',
    description:
      'A recycling consumed exactly ten cards of one rarity and game, of its own account.',
    broken: sql`select recycling.id as recycling_id, count(card.id) as cards
      from ${recyclings} as recycling
      left join ${cards} as card on card.consumed_by = recycling.id
      left join ${cardKinds} as kind on kind.id = card.kind_id
      group by recycling.id
      having count(card.id) <> ${collectionConstants.recycledCards}::integer
        or bool_or(card.owner_id <> recycling.user_id or card.game_id <> recycling.game_id
          or kind.rarity <> recycling.from_rarity)`,
  },
  {
    name: 'consumed-cards-say-where',
    description: 'A consumed card belongs to a craft or a recycling, and no other card does.',
    broken: sql`select card.id as card_id, card.state, card.consumed_by
      from ${cards} as card
      left join ${badgeCrafts} as craft on craft.id = card.consumed_by
      left join ${recyclings} as recycling on recycling.id = card.consumed_by
      where (card.state = 'consumed' or card.consumed_by is not null)
        and (num_nonnulls(craft.id, recycling.id) <> 1 or card.state not in ('consumed', 'retired'))`,
  },
  {
    name: 'recycled-cards-are-made-once',
    description:
      'A recycling made exactly one card of its game and rarity, for its own account, and no other card is recycled.',
    broken: sql`select recycling.id as recycling_id, card.id as card_id
      from ${recyclings} as recycling
      full join (select * from ${cards} where origin = 'recycled') as card
        on card.recycling_id = recycling.id
      left join ${cardKinds} as kind on kind.id = card.kind_id
      left join lateral (
        select moved.from_id from (
          select sale.id, sale.seller_id as from_id from ${marketSales} as sale
            where sale.card_id = card.id
          union all select trade.id, trade.from_id from ${tradedCards} as trade
            where trade.card_id = card.id
        ) as moved order by moved.id limit 1
      ) as first_move on true
      where recycling.id is null or card.id is null
        or card.game_id <> recycling.game_id or kind.rarity <> recycling.to_rarity
        or coalesce(first_move.from_id, card.owner_id) <> recycling.user_id`,
  },
  {
    name: 'badges-grow-by-levels',
    description: 'The levels of a badge follow each other from 1, each with its experience.',
    broken: sql`select id as craft_id, user_id, game_id, level, experience from (
        select *, row_number() over (partition by user_id, game_id order by level) as place
        from ${badgeCrafts}
      ) as craft
      where level <> place
        or experience <> level * ${collectionConstants.experiencePerLevel}::integer`,
  },
  {
    name: 'collector-totals-are-sums',
    description:
      'The experience and complete sets of an account in a month, and ever, are the sums of its crafts and completions.',
    broken: selectDifference(
      sql`user_id, month, experience, sets`,
      sql`select user_id, month, sum(experience)::bigint as experience, sum(sets)::bigint as sets
        from (
          select user_id, ${monthOf(sql`crafted_at`)} as month, experience, 0 as sets
            from ${badgeCrafts}
          union all select user_id, 'ever', experience, 0 from ${badgeCrafts}
          union all select user_id, ${monthOf(sql`completed_at`)}, 0, 1 from ${setCompletions}
          union all select user_id, 'ever', 0, 1 from ${setCompletions}
        ) as earned group by user_id, month`,
      sql`select user_id, month, experience, completed_sets::bigint from ${collectorTotals}`,
    ),
  },
  {
    name: 'complete-sets-are-recorded',
    description:
      'An account that holds every card of a set or has crafted from it has completed it, or its set is about to be checked.',
    broken: sql`with ${editions},
      sized as (
        select game_id, min(cardinality(kinds)) as least from edition group by game_id
      )
      select complete.user_id, complete.game_id
      from (
        select held.user_id, held.game_id
        from (
          select card.owner_id as user_id, card.game_id, array_agg(distinct card.kind_id) as kinds
          from ${cards} as card where card.state = 'held'
          group by card.owner_id, card.game_id
        ) as held
        left join sized as own on own.game_id = held.game_id
        where cardinality(held.kinds) >= coalesce(own.least, (select least from sized where game_id is null))
          and exists (
            select from edition where edition.game_id is not distinct from own.game_id
              and edition.kinds <@ held.kinds)
        union select user_id, game_id from ${badgeCrafts}
      ) as complete
      where not exists (select from ${setCompletions} as completion
          where completion.user_id = complete.user_id and completion.game_id = complete.game_id)
        and not exists (select from ${pendingSetChecks} as pending
          where pending.user_id = complete.user_id and pending.game_id = complete.game_id)`,
  },
];
