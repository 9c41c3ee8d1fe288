import { sql } from 'drizzle-orm';
import { boolean, integer, nullable, text, timestamptz } from '#database/column-types.ts';
import { declareStatement, prepareStatement } from '#database/prepared-query.ts';
import { gameGroupPrices, gamePrices, gameSales, games, groups } from '#database/schema.ts';
import { priceConstants } from '#shared/constants/catalog/prices.ts';
import type { Ctx } from '../../context.ts';
import { cachedRead } from '../../lib/cached-read.ts';
import { getRules } from '../../site/current-rules.ts';
import { readSiteSetting } from '../../site/read-site-settings.ts';
import { currentPrice, currentPriceOf } from './current-price-sql.ts';

/** What a game costs, in cents. */
export interface GamePrice {
  cents: number;
  /** The price without the sale; null when there is neither a sale nor a price for members. */
  regularCents: number | null;
  /** When the sale ends; null when there is no sale. */
  saleEndsAt: Date | null;
  /** The group for whose members it is the price; then `regularCents` is that for everybody. */
  memberOf?: string;
}

/** What the games of a page cost. Ask `findGamePrice` of `shared/format/amounts/find-game-price.ts`. */
export interface Prices {
  /** What the other games cost, in cents. */
  defaultCents: number;
  /** Whether all games of the site cost the same for the reader, now and later. */
  isUniform: boolean;
  /** The games that cost something else, by id. */
  byGame: Record<number, GamePrice>;
}

type PriceCtx = Pick<Ctx, 'db' | 'clock' | 'rules' | 'readCache' | 'actor'>;

interface Row {
  id: number;
  price: number;
  regular: number;
  saleEndsAt: Date | null;
}

interface MemberRow extends Row {
  memberOf: string | null;
}

interface Values extends Record<string, unknown> {
  ids: number[];
  now: Date;
  defaultPrice: number;
}

const at = sql.placeholder('now');

// Prepared, because every list of games uses them.
const findOwnPrices = prepareStatement<Row, Values>(
  'find-own-prices',
  { id: integer, price: integer, regular: integer, saleEndsAt: nullable(timestamptz) },
  sql`select asked.id, current.price, current.regular, current.sale_ends_at as "saleEndsAt"
    from unnest(${sql.placeholder('ids')}::integer[]) as asked(id)
    cross join lateral (${currentPrice({
      gameId: sql`asked.id`,
      at: sql`${at}`,
      defaultPrice: sql`${sql.placeholder('defaultPrice')}`,
    })}) as current
    where current.price_id is not null or current.sale_id is not null`,
);

/** The same for an account, which may be a member of groups with prices of their own. */
const findPricesOfMember = prepareStatement<MemberRow, Values & { userId: string }>(
  'find-prices-of-member',
  {
    id: integer,
    price: integer,
    regular: integer,
    saleEndsAt: nullable(timestamptz),
    memberOf: nullable(text),
  },
  sql`select asked.id, current.price, current.regular, current.sale_ends_at as "saleEndsAt",
      (select priced.name from ${groups} as priced where priced.id = current.group_id) as "memberOf"
    from ${games} as asked
    cross join lateral (${currentPriceOf(sql`${sql.placeholder('userId')}::uuid`, {
      hasGroupPrices: sql`asked.has_group_prices`,
      gameId: sql`asked.id`,
      at: sql`${at}`,
      defaultPrice: sql`${sql.placeholder('defaultPrice')}`,
    })}) as current
    where asked.id = any(${sql.placeholder('ids')}::integer[])
      and num_nonnulls(current.price_id, current.sale_id, current.group_price_id) > 0`,
);

/**
 * Whether any game has a price of its own, or a sale now or later, and whether any has a price for a group. Few sites
 * have, and every list of games asks: cached until a price changes (`publishPriceChange`), and for at most a minute.
 */
const hasOwnPrices = cachedRead('has-own-prices', priceConstants.freshMs, async ({ db, clock }) => {
  const [row] = await findAnyPrice(db, { now: clock.now() });
  return row ?? { found: false, ofGroups: false };
});

const findAnyPrice = declareStatement<{ found: boolean; ofGroups: boolean }, { now: Date }>(
  { found: boolean, ofGroups: boolean },
  sql`select (
      exists (select from ${gamePrices} as own where own.replaced_at is null and own.price is not null)
      or exists (select from ${gameSales} as sale where sale.ends_at > ${at}::timestamptz)
    ) as found,
      exists (select from ${gameGroupPrices} as priced where priced.replaced_at is null) as "ofGroups"`,
);

/** Ends what caches have of the prices of games, on all nodes. */
export function publishPriceChange(ctx: Pick<Ctx, 'events' | 'readCache'>): void {
  hasOwnPrices.clear(ctx);
  ctx.events.publish({ type: 'content-removed' });
}

/** What these games cost now, for the reader. */
export async function readPrices(ctx: PriceCtx, ids: readonly number[]): Promise<Prices> {
  const { gamePriceCents: defaultCents } = await getRules(ctx);
  const { found, ofGroups } = await hasOwnPrices(ctx);
  const { actor } = ctx;
  if (ofGroups && actor && actor.groupIds.length > 0) {
    const byGame = await readPricesOfMember(ctx, { userId: actor.id, ids });
    return { defaultCents, isUniform: false, byGame };
  }
  if (!found) return { defaultCents, isUniform: true, byGame: {} };
  return { defaultCents, isUniform: false, byGame: await readOwnPrices(ctx, ids) };
}

/** What one game costs the reader now, in cents; never from a cache. */
export async function readPrice(ctx: Omit<PriceCtx, 'readCache'>, gameId: number): Promise<number> {
  const prices = ctx.actor
    ? await readPricesOfMember(ctx, { userId: ctx.actor.id, ids: [gameId] })
    : await readOwnPrices(ctx, [gameId]);
  const own = prices[gameId]?.cents;
  if (own !== undefined) return own;
  const saved = await readSiteSetting(ctx.db, 'gamePrice');
  return saved === 'configured' ? ctx.rules.gamePriceCents : saved;
}

type ReadCtx = Pick<Ctx, 'db' | 'clock' | 'rules'>;

async function readOwnPrices(ctx: ReadCtx, ids: readonly number[]): Promise<Prices['byGame']> {
  return toPrices(await findOwnPrices(ctx.db, toValues(ctx, ids)));
}

async function readPricesOfMember(
  ctx: ReadCtx,
  { userId, ids }: { userId: string; ids: readonly number[] },
): Promise<Prices['byGame']> {
  return toPrices(await findPricesOfMember(ctx.db, { ...toValues(ctx, ids), userId }));
}

function toValues({ clock, rules }: ReadCtx, ids: readonly number[]): Values {
  return { ids: [...new Set(ids)], now: clock.now(), defaultPrice: rules.gamePriceCents };
}

function toPrices(rows: readonly (Row & { memberOf?: string | null })[]): Prices['byGame'] {
  return Object.fromEntries(
    rows.map(({ id, price, regular, saleEndsAt, memberOf }): [number, GamePrice] => [
      id,
      {
        cents: price,
        regularCents: saleEndsAt || memberOf ? regular : null,
        saleEndsAt,
        ...(memberOf && { memberOf }),
      },
    ]),
  );
}
