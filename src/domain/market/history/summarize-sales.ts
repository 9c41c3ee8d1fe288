import { type SQL, sql } from 'drizzle-orm';
import { integer, nullable, uuid } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { marketCardDays, marketSales, marketSummaryProgress } from '#database/schema.ts';
import type { Ctx } from '../../context.ts';

/** The sales of one transaction. */
const batchSales = 20_000;

/**
 * Sums up the sales by card and UTC day for charts and statistics: only the days with sales since the last
 * run. A sale that commits late has an earlier id than others, so each run repeats the last ten minutes.
 * After `stopping` is aborted it ends with the batch that it is at, and the next run continues there.
 * Returns the number of written days.
 */
export async function summarizeSales(
  ctx: Pick<Ctx, 'db'>,
  stopping?: AbortSignal,
): Promise<number> {
  await ctx.db.insert(marketSummaryProgress).values({ id: 1 }).onConflictDoNothing();
  let written = 0;
  let from: string | null = null;
  for (;;) {
    if (stopping?.aborted) return written;
    const batch: Batch | null = await summarizeBatch(ctx, from);
    if (!batch) return written;
    written += batch.written;
    from = batch.to;
  }
}

interface Batch {
  to: string;
  written: number;
}

async function summarizeBatch(
  { db }: Pick<Ctx, 'db'>,
  after: string | null,
): Promise<Batch | null> {
  return db.transaction(async (tx) => {
    // Every batch reads whole days, and no request waits for it.
    await tx.execute(sql`set local statement_timeout = '5min'`);
    // Locks the row, so that two runs work one after the other.
    const [progress] = await lockProgress(tx, {});
    const from = after ?? progress?.saleId ?? nilUuid;
    const [last] = await findLastSale(tx, { from });
    if (!last?.to) return null;
    const range = { from, to: last.to };
    await writeTotals(tx, range);
    const [row] = await writePrices(tx, range);
    await storeProgress(tx, { to: last.to });
    return { to: last.to, written: row?.written ?? 0 };
  });
}

const nilUuid = '00000000-0000-0000-0000-000000000000';
const value = sql.placeholder;

const lockProgress = declareStatement<{ saleId: string | null }, Record<string, never>>(
  { saleId: nullable(uuid) },
  sql`select progress.sale_id as "saleId" from ${marketSummaryProgress} as progress for update`,
);

const findLastSale = declareStatement<{ to: string | null }, { from: string }>(
  { to: nullable(uuid) },
  sql`select (select sale.id from (
      select sale.id from ${marketSales} as sale where sale.id > ${value('from')}::uuid
      order by sale.id limit ${sql.raw(String(batchSales))}
    ) as sale order by sale.id desc limit 1) as "to"`,
);

const storeProgress = declareStatement<{ stored: number }, { to: string }>(
  { stored: integer },
  sql`update ${marketSummaryProgress}
    set sale_id = least(${value('to')}::uuid, uuidv7(interval '-10 minutes'))
    returning 1 as stored`,
);

/** The cards and days of the sales in the range. */
const touchedDays = sql`select distinct sale.game_id, sale.kind_id,
    (sale.sold_at at time zone 'UTC')::date as day
  from ${marketSales} as sale
  where sale.id > ${value('from')}::uuid and sale.id <= ${value('to')}::uuid`;

/** All sales of a touched card and day. */
const salesOfDay = (columns: SQL) => sql`select ${columns} from ${marketSales} as sale
  where sale.game_id = touched.game_id and sale.kind_id = touched.kind_id
    and sale.sold_at >= touched.day::timestamp at time zone 'UTC'
    and sale.sold_at < (touched.day + 1)::timestamp at time zone 'UTC'`;

const writeTotals = declareStatement<{ written: number }, { from: string; to: string }>(
  { written: integer },
  sql`with touched as materialized (${touchedDays}),
    written as (
      insert into ${marketCardDays} as stored (game_id, kind_id, day, sales, amount, counted)
      select touched.game_id, touched.kind_id, touched.day::text, total.sales, total.amount, 0
      from touched cross join lateral (${salesOfDay(
        sql`count(*)::integer as sales, sum(sale.price)::bigint as amount`,
      )}) as total
      on conflict (game_id, kind_id, day)
        do update set sales = excluded.sales, amount = excluded.amount
      returning 1
    )
    select count(*)::integer as written from written`,
);

/**
 * Writes the median, the lowest and the highest price of each touched day. Of a pair of players the first
 * sale of the day counts, unless its price is below a third or above three times the 30-day median: the
 * median of the average prices of the days.
 */
const writePrices = declareStatement<{ written: number }, { from: string; to: string }>(
  { written: integer },
  sql`with touched as materialized (${touchedDays}),
    reference as materialized (
      select touched.*, (
        select percentile_cont(0.5) within group (order by day.amount::float8 / day.sales)
        from ${marketCardDays} as day
        where day.game_id = touched.game_id and day.kind_id = touched.kind_id
          and day.day between (touched.day - 29)::text and touched.day::text
      ) as price from touched
    ),
    priced as (
      select touched.game_id, touched.kind_id, touched.day, price.* from reference as touched
      cross join lateral (
        select count(*)::integer as counted,
          floor(percentile_cont(0.5) within group (order by first.price))::bigint as median,
          min(first.price) as low, max(first.price) as high
        from (${salesOfDay(
          sql`distinct on (least(sale.seller_id, sale.buyer_id),
            greatest(sale.seller_id, sale.buyer_id)) sale.price`,
        )} order by least(sale.seller_id, sale.buyer_id),
            greatest(sale.seller_id, sale.buyer_id), sale.sold_at, sale.id) as first
        where first.price * 3 >= touched.price and first.price <= touched.price * 3
      ) as price
    ),
    written as (
      update ${marketCardDays} as stored
      set counted = priced.counted, median = priced.median, low = priced.low, high = priced.high
      from priced where stored.game_id = priced.game_id and stored.kind_id = priced.kind_id
        and stored.day = priced.day::text
      returning 1
    )
    select count(*)::integer as written from written`,
);
