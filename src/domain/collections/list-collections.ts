import { type SQL, sql } from 'drizzle-orm';
import { boolean, integer, nullable, text } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import {
  badgeCrafts,
  cardKinds,
  cards,
  games,
  ownedGames,
  setCompletions,
} from '#database/schema.ts';
import {
  type CollectionFilter,
  type CollectionOrder,
  collectionConstants,
} from '#shared/constants/collections.ts';
import { holdsVersion } from '../card-sets/set-versions-sql.ts';
import { withCover } from '../catalog/covers/cover-path.ts';
import type { Ctx } from '../context.ts';
import { memoizeByKey } from '../lib/memoize-by-key.ts';
import { countPages } from '../lib/page-count.ts';
import { escapeForLike, toSearchWords } from '../lib/search/search-words.ts';
import { requireActor } from '../permissions/require-actor.ts';
import type { CollectionProgress } from './get-collection.ts';
import { selectCollectedCards } from './read-collection.ts';

export interface GameCollection extends CollectionProgress {
  id: number;
  name: string;
  /** The level of the account's badge; 0 without a badge. */
  badge: number;
  /** Whether the set was completed, and the celebration was not seen yet. */
  celebrates: boolean;
  backgroundImage: string | null;
}

const value = sql.placeholder;
const user = sql`${value('userId')}::uuid`;

const orders: Record<CollectionOrder, SQL> = {
  name: sql`name, id`,
  newest: sql`bought_at desc, id`,
  completeness: sql`completeness desc, name, id`,
};

/**
 * SQL parts that compute how much of each owned game's set is collected. `held` counts the held kinds,
 * `sizes` the kinds of each set. The shared set has `game_id` null.
 */
const completeness = {
  with: sql`sizes as materialized (
    select kind.game_id, count(*) as kinds from ${cardKinds} as kind
    where kind.is_current group by kind.game_id
  ),
  held as materialized (
    select card.game_id, count(distinct card.kind_id) as kinds
    from ${cards} as card
    join ${cardKinds} as kind on kind.id = card.kind_id
    left join sizes as own on own.game_id = card.game_id
    where card.owner_id = ${user} and card.state = 'held'
      and kind.is_current and kind.game_id is not distinct from own.game_id
    group by card.game_id
  ),`,
  column: sql`, coalesce(held.kinds::real / coalesce(own.kinds,
      (select sizes.kinds from sizes where sizes.game_id is null)), 0) as completeness`,
  joins: sql`left join sizes as own on own.game_id = game.id
    left join held on held.game_id = game.id`,
};
const noCompleteness = { with: sql``, column: sql``, joins: sql`` };

/** How many kinds of the set are not held; 0 if an earlier version is held. Only with `completeness`. */
const lacking = sql`(case when ${holdsVersion({ userId: user, gameId: sql`game.id` })} then 0
  else coalesce(own.kinds, (select sizes.kinds from sizes where sizes.game_id is null))
    - coalesce(held.kinds, 0) end)`;

const filters: Record<CollectionFilter, SQL> = {
  all: sql`true`,
  complete: sql`${lacking} = 0`,
  nearly: sql`${lacking} between 1 and ${sql.raw(String(collectionConstants.nearlyCompleteMax))}
    and held.kinds > 0`,
};

/** Whether the name of a game matches a search, see `matchesName`; without a search all do. */
const matchesTerm = sql`(case ${value('compared')} when 'all' then true
  when 'words' then search_words(game.name) like ${value('term')}
  else game.name ilike ${value('term')} end)`;

type SearchValues = {
  compared: 'all' | 'words' | 'typed';
  term: string;
};

function toSearchValues(q: string): SearchValues {
  const words = toSearchWords(q);
  const compared = q === '' ? 'all' : words ? 'words' : 'typed';
  return { compared, term: `%${escapeForLike(words || q)}%` };
}

const countCollections = memoizeByKey((filter: CollectionFilter) => {
  const extra = filter === 'all' ? noCompleteness : completeness;
  return prepareStatement<{ owned: number; found: number }, { userId: string } & SearchValues>(
    `count-collections-${filter}`,
    { owned: integer, found: integer },
    sql`with ${extra.with} game as (
      select game.id, game.name from ${ownedGames} as owned
      join ${games} as game on game.id = owned.game_id where owned.user_id = ${user}
    )
    select count(*)::integer as owned,
      (count(*) filter (where ${matchesTerm} and ${filters[filter]}))::integer as found
    from game ${extra.joins}`,
  );
});

const readProgress = memoizeByKey((order: CollectionOrder, filter: CollectionFilter) => {
  const extra = order === 'completeness' || filter !== 'all' ? completeness : noCompleteness;
  return prepareStatement<
    GameCollection,
    { userId: string; limit: number; offset: number } & SearchValues
  >(
    `collections-${order}-${filter}`,
    {
      id: integer,
      name: text,
      badge: integer,
      celebrates: boolean,
      backgroundImage: nullable(text),
      isComplete: boolean,
      collected: integer,
      setSize: integer,
      missing: integer,
      cost: integer,
      buyable: integer,
    },
    sql`with ${extra.with} page as (
    select game.id, game.name, game.background_image, owned.bought_at ${extra.column}
    from ${ownedGames} as owned join ${games} as game on game.id = owned.game_id
    ${extra.joins}
    where owned.user_id = ${user} and ${matchesTerm}
      and ${filters[filter]}
    order by ${orders[order]}
    limit ${value('limit')}::integer offset ${value('offset')}::integer
  )
  select page.id, page.name, page.background_image as "backgroundImage",
    (progress.collected = progress."setSize"
      or ${holdsVersion({ userId: user, gameId: sql`page.id` })}) as "isComplete",
    (select coalesce(max(craft.level), 0) from ${badgeCrafts} as craft
      where craft.user_id = ${user} and craft.game_id = page.id) as badge,
    exists (select from ${setCompletions} as completion
      where completion.user_id = ${user} and completion.game_id = page.id
        and completion.celebrated_at is null) as celebrates,
    progress.*
  from page cross join lateral (
    select count(*) filter (where held > 0)::integer as collected,
      count(*)::integer as "setSize",
      count(*) filter (where held + listed = 0)::integer as missing,
      count(cheapest) filter (where held + listed = 0)::integer as buyable,
      coalesce(sum(cheapest) filter (where held + listed = 0), 0)::integer as cost
    from (${selectCollectedCards({ userId: user, gameId: sql`page.id` })}) as set where is_current
  ) as progress
  order by ${orders[order]}`,
  );
});

export interface CollectionsRequest {
  /** Searched in the names of the games, as `toSearchWords` compares; empty for all. */
  q: string;
  order: CollectionOrder;
  filter: CollectionFilter;
  page: number;
  perPage: number;
}

/**
 * A page of the actor's games with the progress of their sets. `owned` counts all games, `found` the
 * matching ones.
 * @throws AppError `login-required`
 */
export async function listCollections(
  ctx: Ctx,
  { q, order, filter, page, perPage }: CollectionsRequest,
): Promise<{ games: GameCollection[]; owned: number; found: number; pages: number }> {
  const { id: userId } = requireActor(ctx);
  const search = toSearchValues(q);
  const [[totals], rows] = await Promise.all([
    countCollections(filter)(ctx.db, { userId, ...search }),
    readProgress(order, filter)(ctx.db, {
      userId,
      ...search,
      limit: perPage,
      offset: (page - 1) * perPage,
    }),
  ]);
  const found = totals?.found ?? 0;
  return {
    games: rows.map(withCover),
    owned: totals?.owned ?? 0,
    found,
    pages: countPages(found, perPage),
  };
}
