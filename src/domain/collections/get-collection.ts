import { eq, type SQL, sql } from 'drizzle-orm';
import { boolean, integer, nullable, oneOf, text } from '#database/column-types.ts';
import { prepareStatement, type StatementTarget } from '#database/prepared-query.ts';
import {
  badgeCrafts,
  cardKinds,
  cardSetVersionKinds,
  cards,
  games,
  marketListings,
  marketOrders,
  ownedGames,
  setCompletions,
} from '#database/schema.ts';
import type { CollectionFilter, CollectionOrder } from '#shared/constants/collection-order.ts';
import { collectionConstants } from '#shared/constants/collections.ts';
import { type Rarity, rarities } from '#shared/constants/rarity.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requireActor } from '../accounts/require-actor.ts';
import { withCover } from '../catalog/covers/cover-path.ts';
import type { Ctx } from '../context.ts';
import { selectCardPicture } from '../inventory/card-picture.ts';
import { listSetVersions } from '../inventory/own-sets/list-set-versions.ts';
import { holdsVersion, isOfSet } from '../inventory/own-sets/set-versions-sql.ts';
import { memoizeByKey } from '../lib/memoize-by-key.ts';
import { countPages } from '../lib/page-count.ts';
import { escapeForLike } from '../lib/search-words.ts';

/** A card kind of a game's set with the account's copies. */
export interface CollectedCard {
  kindId: string;
  name: string;
  picture: string;
  rarity: Rarity;
  /** Whether the newest version of the set has it. The account's cards of earlier versions are listed too. */
  isCurrent: boolean;
  /** The number of copies in the inventory, and of copies for sale. */
  held: number;
  listed: number;
  /** The lowest price of other sellers, in cents; null if there is no listing. */
  cheapest: number | null;
  /** The price of the account's own open order of this card, in cents; null without one. */
  ordered: number | null;
}

/** How complete a game's set is. A card that is only up for sale is not missing. */
export interface CollectionProgress {
  /** Whether the account holds every card of the newest version of the set, or of an earlier one. */
  isComplete: boolean;
  collected: number;
  setSize: number;
  missing: number;
  /** What the missing cards that are for sale cost, in cents, and how many these are. */
  cost: number;
  buyable: number;
}

export interface GameCollection extends CollectionProgress {
  id: number;
  name: string;
  /** The level of the account's badge; 0 without a badge. */
  badge: number;
  /** Whether the set was completed, and the celebration was not closed yet. */
  celebrates: boolean;
  backgroundImage: string | null;
}

/** Whether the account has no copy, neither in the inventory nor for sale. */
export function isMissing({ held, listed }: Pick<CollectedCard, 'held' | 'listed'>): boolean {
  return held + listed === 0;
}

const value = sql.placeholder;
const user = sql`${value('userId')}::uuid`;

/**
 * SQL for the `CollectedCard`s of a game, with their `position`: its set, then the kinds of earlier versions
 * that the account owns.
 */
function selectSet(gameId: SQL): SQL {
  return sql`select kind.id, kind.name,
      ${selectCardPicture(gameId, sql`kind.picture`)} as picture, kind.rarity, kind.position,
      kind.is_of_set as is_current, own.held, own.listed,
      (select item.price::integer from ${marketListings} as item
        where item.game_id = ${gameId} and item.kind_id = kind.id and item.seller_id <> ${user}
        order by item.price limit 1) as cheapest
    from (
      select kind.*, (${isOfSet(gameId)}) is true as is_of_set from ${cardKinds} as kind
      where (${isOfSet(gameId)}) or kind.id = any(array(
        select part.kind_id from ${cardSetVersionKinds} as part where part.game_id = ${gameId}))
    ) as kind
    cross join lateral (
      select count(*) filter (where card.state = 'held')::integer as held,
        count(*) filter (where card.state = 'listed')::integer as listed
      from ${cards} as card
      where card.owner_id = ${user} and card.game_id = ${gameId} and card.kind_id = kind.id
    ) as own
    where kind.is_of_set or own.held + own.listed > 0`;
}

const readSet = prepareStatement<CollectedCard, { userId: string; gameId: number }>(
  'collection-set',
  {
    kindId: text,
    name: text,
    picture: text,
    rarity: oneOf(rarities),
    isCurrent: boolean,
    held: integer,
    listed: integer,
    cheapest: nullable(integer),
    ordered: nullable(integer),
  },
  sql`select id as "kindId", name, picture, rarity, is_current as "isCurrent", held, listed, cheapest,
      (select max(placed.price)::integer from ${marketOrders} as placed
        where placed.buyer_id = ${user} and placed.state = 'open'
          and placed.game_id = ${value('gameId')}::integer and placed.kind_id = set.id) as ordered
    from (${selectSet(sql`${value('gameId')}::integer`)}) as set order by is_current desc, position, id`,
);

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

const countCollections = memoizeByKey((filter: CollectionFilter) => {
  const extra = filter === 'all' ? noCompleteness : completeness;
  return prepareStatement<{ owned: number; found: number }, { userId: string; term: string }>(
    `count-collections-${filter}`,
    { owned: integer, found: integer },
    sql`with ${extra.with} game as (
      select game.id, game.name from ${ownedGames} as owned
      join ${games} as game on game.id = owned.game_id where owned.user_id = ${user}
    )
    select count(*)::integer as owned,
      (count(*) filter (where game.name ilike ${value('term')} and ${filters[filter]}))::integer as found
    from game ${extra.joins}`,
  );
});

/** The ILIKE pattern of a search; an empty `q` matches every name. */
const likePattern = (q: string) => `%${escapeForLike(q)}%`;

const readProgress = memoizeByKey((order: CollectionOrder, filter: CollectionFilter) => {
  const extra = order === 'completeness' || filter !== 'all' ? completeness : noCompleteness;
  return prepareStatement<
    GameCollection,
    { userId: string; term: string; limit: number; offset: number }
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
    where owned.user_id = ${user} and game.name ilike ${value('term')}
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
    from (${selectSet(sql`page.id`)}) as set where is_current
  ) as progress
  order by ${orders[order]}`,
  );
});

/**
 * The set of a game in its order, with the account's copies and the prices of other sellers, and then the
 * cards of earlier versions of the set that the account owns.
 */
export async function readCollection(
  db: StatementTarget,
  owner: { userId: string; gameId: number },
): Promise<CollectedCard[]> {
  return readSet(db, owner);
}

/**
 * The actor's collection of a game's set, and what the missing cards cost: the sum of the cheapest
 * listings of other sellers, in cents.
 * @throws AppError `login-required`, `game-not-found`
 */
export async function getCollection(ctx: Ctx, gameId: number) {
  const { id: userId } = requireActor(ctx);
  const [found, cardsOfSet, versions] = await Promise.all([
    ctx.db
      .select({ id: games.id, name: games.name, backgroundImage: games.backgroundImage })
      .from(games)
      .where(eq(games.id, gameId)),
    readSet(ctx.db, { userId, gameId }),
    listSetVersions(ctx.db, gameId),
  ]);
  const [game] = found;
  if (!game) throw new AppError('game-not-found');
  const held = new Set(cardsOfSet.flatMap((card) => (card.held > 0 ? [card.kindId] : [])));
  const heldVersion = versions.find(({ kindIds }) => kindIds.every((id) => held.has(id)));
  return {
    game: withCover(game),
    cards: cardsOfSet,
    /** The kinds that a craft uses up; null while no version of the set is held in full. */
    craftedKinds: heldVersion?.kindIds ?? null,
    ...computeProgress(cardsOfSet, heldVersion !== undefined),
  };
}

export interface CollectionsRequest {
  /** Searched in the names of the games, case-insensitive; empty for all. */
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
  const term = likePattern(q);
  const [[totals], rows] = await Promise.all([
    countCollections(filter)(ctx.db, { userId, term }),
    readProgress(order, filter)(ctx.db, {
      userId,
      term,
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

function computeProgress(
  collection: readonly CollectedCard[],
  isComplete: boolean,
): CollectionProgress {
  const set = collection.filter(({ isCurrent }) => isCurrent);
  const missing = set.filter(isMissing);
  const prices = missing.flatMap(({ cheapest }) => cheapest ?? []);
  return {
    isComplete,
    collected: set.filter(({ held }) => held > 0).length,
    setSize: set.length,
    missing: missing.length,
    cost: prices.reduce((sum, price) => sum + price, 0),
    buyable: prices.length,
  };
}
