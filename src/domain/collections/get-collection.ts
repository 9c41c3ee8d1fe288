import { count, eq, ilike, type SQL, sql } from 'drizzle-orm';
import { type Connected, preparedStatement } from '#database/prepared-query.ts';
import { cardKinds, cards, games, marketItems, ownedGames } from '#database/schema.ts';
import type { CollectionOrder } from '#shared/constants/collection-order.ts';
import type { Rarity } from '#shared/constants/rarity.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requireActor } from '../accounts/require-actor.ts';
import { withCover } from '../catalog/covers/cover-address.ts';
import type { Ctx } from '../context.ts';
import { memoizeByKey } from '../lib/cached-read.ts';
import { pageCount } from '../lib/page-count.ts';
import { escapedForLike } from '../lib/search-words.ts';

/** A card of a game's set, as its collector sees it. */
export interface CollectedCard {
  kindId: string;
  name: string;
  picture: string;
  rarity: Rarity;
  /** Copies in the inventory, and copies that are up for sale. */
  held: number;
  listed: number;
  /** Of the open listings of others, in cents; null where there is none. */
  cheapest: number | null;
}

/** How far a game's set is, in cards and in cents. A card that is only up for sale is not missing. */
export interface Progress {
  collected: number;
  setSize: number;
  missing: number;
  /** What the missing cards cost that are for sale, and how many those are. */
  cost: number;
  buyable: number;
}

export interface GameCollection extends Progress {
  id: number;
  name: string;
  backgroundImage: string | null;
}

/** `missing`: nothing of it is in the inventory, nor up for sale. */
export function isMissing({ held, listed }: Pick<CollectedCard, 'held' | 'listed'>): boolean {
  return held + listed === 0;
}

const value = sql.placeholder;
const user = sql`${value('userId')}::uuid`;

/** The rows of `CollectedCard` for a game, in the order of its set. */
function setOf(gameId: SQL): SQL {
  return sql`select kind.id, kind.name, kind.picture, kind.rarity, kind.position,
      own.held, own.listed,
      (select item.price::integer from ${marketItems} as item
        where item.game_id = ${gameId} and item.kind_id = kind.id and item.seller_id <> ${user}
        order by item.price limit 1) as cheapest
    from ${cardKinds} as kind
    cross join lateral (
      select count(*) filter (where card.state = 'held')::integer as held,
        count(*) filter (where card.state = 'listed')::integer as listed
      from ${cards} as card
      where card.owner_id = ${user} and card.game_id = ${gameId} and card.kind_id = kind.id
    ) as own
    where kind.game_id is not distinct from
      (select its.game_id from ${cardKinds} as its where its.game_id = ${gameId} limit 1)`;
}

const readSet = preparedStatement<CollectedCard, { userId: string; gameId: number }>(
  'collection-set',
  sql`select id as "kindId", name, picture, rarity, held, listed, cheapest
    from (${setOf(sql`${value('gameId')}::integer`)}) as set order by position`,
);

const orders: Record<CollectionOrder, SQL> = {
  name: sql`name, id`,
  newest: sql`bought_at desc, id`,
  completeness: sql`completeness desc, name, id`,
};

/**
 * Of all owned games which part of their sets is collected: `held` counts the kinds, `sizes` those of each
 * set, which is that of no game for the games without a set of their own.
 */
const completeness = {
  with: sql`sizes as materialized (
    select kind.game_id, count(*) as kinds from ${cardKinds} as kind group by kind.game_id
  ),
  held as materialized (
    select card.game_id, count(distinct card.kind_id) as kinds
    from ${cards} as card
    join ${cardKinds} as kind on kind.id = card.kind_id
    left join sizes as own on own.game_id = card.game_id
    where card.owner_id = ${user} and card.state = 'held'
      and kind.game_id is not distinct from own.game_id
    group by card.game_id
  ),`,
  column: sql`, coalesce(held.kinds::real / coalesce(own.kinds,
      (select sizes.kinds from sizes where sizes.game_id is null)), 0) as completeness`,
  joins: sql`left join sizes as own on own.game_id = game.id
    left join held on held.game_id = game.id`,
};
const nothing = { with: sql``, column: sql``, joins: sql`` };

/** What a name is compared with: anything for an empty `q`. */
const termOf = (q: string) => `%${escapedForLike(q)}%`;

const readProgress = memoizeByKey((order: CollectionOrder) => {
  const more = order === 'completeness' ? completeness : nothing;
  return preparedStatement<
    GameCollection,
    { userId: string; term: string; limit: number; offset: number }
  >(
    `collections-${order}`,
    sql`with ${more.with} page as (
    select game.id, game.name, game.background_image, owned.bought_at ${more.column}
    from ${ownedGames} as owned join ${games} as game on game.id = owned.game_id
    ${more.joins}
    where owned.user_id = ${user} and game.name ilike ${value('term')}
    order by ${orders[order]}
    limit ${value('limit')}::integer offset ${value('offset')}::integer
  )
  select page.id, page.name, page.background_image as "backgroundImage", progress.*
  from page cross join lateral (
    select count(*) filter (where held > 0)::integer as collected,
      count(*)::integer as "setSize",
      count(*) filter (where held + listed = 0)::integer as missing,
      count(cheapest) filter (where held + listed = 0)::integer as buyable,
      coalesce(sum(cheapest) filter (where held + listed = 0), 0)::integer as cost
    from (${setOf(sql`page.id`)}) as set
  ) as progress
  order by ${orders[order]}`,
  );
});

/** The set of a game in its order, with what the account has of it and what the rest costs. */
export async function readCollection(
  db: Connected,
  asked: { userId: string; gameId: number },
): Promise<CollectedCard[]> {
  return readSet(db, asked);
}

/**
 * A game's set as the actor has collected it, and what completing it costs: of each missing card the
 * cheapest listing of somebody else, in cents.
 * @throws Refusal `login-required`, `game-not-found`.
 */
export async function getCollection(ctx: Ctx, gameId: number) {
  const { id: userId } = requireActor(ctx);
  const [found, cardsOfSet] = await Promise.all([
    ctx.db
      .select({ id: games.id, name: games.name, backgroundImage: games.backgroundImage })
      .from(games)
      .where(eq(games.id, gameId)),
    readSet(ctx.db, { userId, gameId }),
  ]);
  const [game] = found;
  if (!game) throw new AppError('game-not-found');
  return { game: withCover(game), cards: cardsOfSet, ...progressOf(cardsOfSet) };
}

export interface CollectionsRequest {
  /** Found in the name of the game, without regard to case; empty for all. */
  q: string;
  order: CollectionOrder;
  page: number;
  perPage: number;
}

/**
 * A page of the actor's games, each with how far its set is; `owned` counts all of them, `found` those
 * that match. @throws Refusal `login-required`.
 */
export async function listCollections(
  ctx: Ctx,
  { q, order, page, perPage }: CollectionsRequest,
): Promise<{ games: GameCollection[]; owned: number; found: number; pages: number }> {
  const { id: userId } = requireActor(ctx);
  const term = termOf(q);
  const [[totals], rows] = await Promise.all([
    ctx.db
      .select({
        owned: count(),
        found: sql<number>`(count(*) filter (where ${ilike(games.name, term)}))::integer`,
      })
      .from(ownedGames)
      .innerJoin(games, eq(games.id, ownedGames.gameId))
      .where(eq(ownedGames.userId, userId)),
    readProgress(order)(ctx.db, { userId, term, limit: perPage, offset: (page - 1) * perPage }),
  ]);
  const found = totals?.found ?? 0;
  return {
    games: rows.map(withCover),
    owned: totals?.owned ?? 0,
    found,
    pages: pageCount(found, perPage),
  };
}

function progressOf(set: readonly CollectedCard[]): Progress {
  const missing = set.filter(isMissing);
  const prices = missing.flatMap(({ cheapest }) => cheapest ?? []);
  return {
    collected: set.filter(({ held }) => held > 0).length,
    setSize: set.length,
    missing: missing.length,
    cost: prices.reduce((sum, price) => sum + price, 0),
    buyable: prices.length,
  };
}
