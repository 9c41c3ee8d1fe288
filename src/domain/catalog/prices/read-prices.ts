import { sql } from 'drizzle-orm';
import { boolean, integer, nullable, timestamptz } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { gamePrices, gameSales } from '#database/schema.ts';
import type { Ctx } from '../../context.ts';
import { currentPrice } from './current-price-sql.ts';

/** What a game costs, in cents. */
export interface GamePrice {
  cents: number;
  /** The price without the sale; null when there is no sale. */
  regularCents: number | null;
  /** When the sale ends; null when there is no sale. */
  saleEndsAt: Date | null;
}

/** What the games of a page cost. Ask `priceOf` of `shared/format/price-of.ts`. */
export interface Prices {
  /** `GAME_PRICE`, in cents. */
  defaultCents: number;
  /** Whether every game of the site costs `GAME_PRICE` now. */
  isUniform: boolean;
  /** The games that cost something else, by id. */
  byGame: Record<number, GamePrice>;
}

type PriceCtx = Pick<Ctx, 'db' | 'clock' | 'rules'>;

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

const hasOwnPrices = prepareStatement<{ found: boolean }, { now: Date }>(
  'has-own-prices',
  { found: boolean },
  sql`select (
      exists (select from ${gamePrices} as own where own.replaced_at is null and own.price is not null)
      or exists (select from ${gameSales} as sale
        where sale.ends_at > ${at}::timestamptz and sale.starts_at <= ${at}::timestamptz)
    ) as found`,
);

/** What these games cost now. */
export async function readPrices(ctx: PriceCtx, ids: readonly number[]): Promise<Prices> {
  const now = ctx.clock.now();
  const defaultCents = ctx.rules.gamePriceCents;
  const [any] = await hasOwnPrices(ctx.db, { now });
  if (!any?.found) return { defaultCents, isUniform: true, byGame: {} };
  const rows = await findOwnPrices(ctx.db, {
    ids: [...new Set(ids)],
    now,
    defaultPrice: defaultCents,
  });
  const byGame = Object.fromEntries(
    rows.map(({ id, price, regular, saleEndsAt }): [number, GamePrice] => [
      id,
      { cents: price, regularCents: saleEndsAt ? regular : null, saleEndsAt },
    ]),
  );
  return { defaultCents, isUniform: false, byGame };
}

/** What one game costs now, in cents. */
export async function readPrice(ctx: PriceCtx, gameId: number): Promise<number> {
  const { byGame, defaultCents } = await readPrices(ctx, [gameId]);
  return byGame[gameId]?.cents ?? defaultCents;
}
