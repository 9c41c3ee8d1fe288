import { sql } from 'drizzle-orm';
import { boolean, integer, nullable, timestamptz } from '#database/column-types.ts';
import { declareStatement, prepareStatement } from '#database/prepared-query.ts';
import { gamePrices, gameSales } from '#database/schema.ts';
import { priceConstants } from '#shared/constants/catalog/prices.ts';
import type { Ctx } from '../../context.ts';
import { cachedRead } from '../../lib/cached-read.ts';
import { getRules } from '../../site/current-rules.ts';
import { readSiteSetting } from '../../site/read-site-settings.ts';
import { currentPrice } from './current-price-sql.ts';

/** What a game costs, in cents. */
export interface GamePrice {
  cents: number;
  /** The price without the sale; null when there is no sale. */
  regularCents: number | null;
  /** When the sale ends; null when there is no sale. */
  saleEndsAt: Date | null;
}

/** What the games of a page cost. Ask `findGamePrice` of `shared/format/amounts/find-game-price.ts`. */
export interface Prices {
  /** What the other games cost, in cents. */
  defaultCents: number;
  /** Whether no game of the site has a price of its own, or a sale now or later. */
  isUniform: boolean;
  /** The games that cost something else, by id. */
  byGame: Record<number, GamePrice>;
}

type PriceCtx = Pick<Ctx, 'db' | 'clock' | 'rules' | 'readCache'>;

interface Row {
  id: number;
  price: number;
  regular: number;
  saleEndsAt: Date | null;
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

/**
 * Whether any game has a price of its own, or a sale now or later. Few sites have, and every list of games asks:
 * cached until a price changes (`publishPriceChange`), and for at most a minute.
 */
const hasOwnPrices = cachedRead('has-own-prices', priceConstants.freshMs, async ({ db, clock }) => {
  const [row] = await findAnyPrice(db, { now: clock.now() });
  return row?.found ?? false;
});

const findAnyPrice = declareStatement<{ found: boolean }, { now: Date }>(
  { found: boolean },
  sql`select (
      exists (select from ${gamePrices} as own where own.replaced_at is null and own.price is not null)
      or exists (select from ${gameSales} as sale where sale.ends_at > ${at}::timestamptz)
    ) as found`,
);

/** Ends what caches have of the prices of games, on all nodes. */
export function publishPriceChange(ctx: Pick<Ctx, 'events' | 'readCache'>): void {
  hasOwnPrices.clear(ctx);
  ctx.events.publish({ type: 'content-removed' });
}

/** What these games cost now. */
export async function readPrices(ctx: PriceCtx, ids: readonly number[]): Promise<Prices> {
  const { gamePriceCents: defaultCents } = await getRules(ctx);
  if (!(await hasOwnPrices(ctx))) return { defaultCents, isUniform: true, byGame: {} };
  return { defaultCents, isUniform: false, byGame: await readOwnPrices(ctx, ids) };
}

/** What one game costs now, in cents; never from a cache. */
export async function readPrice(ctx: Omit<PriceCtx, 'readCache'>, gameId: number): Promise<number> {
  const prices = await readOwnPrices(ctx, [gameId]);
  const own = prices[gameId]?.cents;
  if (own !== undefined) return own;
  const saved = await readSiteSetting(ctx.db, 'gamePrice');
  return saved === 'configured' ? ctx.rules.gamePriceCents : saved;
}

async function readOwnPrices(
  ctx: Omit<PriceCtx, 'readCache'>,
  ids: readonly number[],
): Promise<Prices['byGame']> {
  const rows = await findOwnPrices(ctx.db, {
    ids: [...new Set(ids)],
    now: ctx.clock.now(),
    defaultPrice: ctx.rules.gamePriceCents,
  });
  return Object.fromEntries(
    rows.map(({ id, price, regular, saleEndsAt }): [number, GamePrice] => [
      id,
      { cents: price, regularCents: saleEndsAt ? regular : null, saleEndsAt },
    ]),
  );
}
