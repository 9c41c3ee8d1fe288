import { sql } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { text } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { runUntilAnswered, type Worker } from './simulation-state.ts';

const value = sql.placeholder;

/** The cards of which the account still owns two copies that it bought, or has two open orders. */
const listDoubledCards = declareStatement<
  { kindId: string },
  { userId: string; itemIds: string[]; orderIds: string[] }
>(
  { kindId: text },
  sql`
    select sale.kind_id as "kindId"
      from market_sales as sale join cards on cards.id = sale.card_id
      where sale.item_id = any(${value('itemIds')}::uuid[]) and sale.buyer_id = ${value('userId')}::uuid
        and cards.owner_id = sale.buyer_id
        and not exists (select from market_sales as later
          where later.card_id = sale.card_id and later.id > sale.id)
      group by sale.game_id, sale.kind_id having count(*) > 1
    union all select placed.kind_id
      from market_orders as placed
      where placed.id = any(${value('orderIds')}::uuid[]) and placed.state = 'open'
      group by placed.game_id, placed.kind_id having count(*) > 1`,
);

/**
 * Records a violation when simultaneous forms, each for one copy of every missing card, got an account two
 * copies or two orders of a card.
 */
export async function checkForDoubledCards(
  worker: Worker,
  userId: string,
  { itemIds, orderIds }: { itemIds: Iterable<string>; orderIds: Iterable<string> },
): Promise<void> {
  const db: Database = worker.database.db;
  const doubled = await runUntilAnswered(worker, 'check missing cards', () =>
    listDoubledCards(db, { userId, itemIds: [...itemIds], orderIds: [...orderIds] }),
  );
  for (const { kindId } of doubled ?? [])
    worker.world.model.violations.push(`${userId} got the missing card ${kindId} twice`);
}
