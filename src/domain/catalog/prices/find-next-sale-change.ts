import { sql } from 'drizzle-orm';
import { nullable, timestamptz } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { gameSales } from '#database/schema.ts';
import type { Ctx } from '../../context.ts';

const now = sql.placeholder('now');

const findNext = prepareStatement<{ at: Date | null }, { now: Date }>(
  'next-sale-change',
  { at: nullable(timestamptz) },
  sql`select least(min(sale.starts_at) filter (where sale.starts_at > ${now}::timestamptz),
      min(sale.ends_at)) as at
    from ${gameSales} as sale where sale.ends_at > ${now}::timestamptz`,
);

/** When the next sale starts or ends; null if none does. */
export async function findNextSaleChange(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<Date | null> {
  const [row] = await findNext(ctx.db, { now: ctx.clock.now() });
  return row?.at ?? null;
}
