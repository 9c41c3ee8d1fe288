import { sql } from 'drizzle-orm';
import { cardSets } from '#catalog/card-sets.ts';
import { type Database, openDatabase } from '#database/client.ts';
import { integer, text, uuid } from '#database/column-types.ts';
import { findRunningPostgres } from '#database/embedded-postgres/find-running-postgres.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { games } from '#database/schema.ts';
import { findMarketViolations } from '../fixtures/market.ts';

/** The card kinds of the shared card set. */
export const defaultCardKinds = (cardSets.find(({ gameId }) => gameId === null)?.cards ?? []).map(
  ({ id }) => id,
);

/** Runs `work` with the database of an application that runs on `dataDir`. */
export async function withRunningDatabase<Answer>(
  dataDir: string,
  work: (db: Database) => Promise<Answer>,
): Promise<Answer> {
  const connection = await findRunningPostgres(dataDir);
  if (!connection) throw new Error('No Postgres runs.');
  const db = openDatabase({ ...connection, max: 2 });
  try {
    return await work(db);
  } finally {
    await db.$client.end();
  }
}

/** Copies of one card kind for one player. */
export interface CardGrant {
  username: string;
  kindId: string;
  copies: number;
}

/**
 * Makes all accounts old enough to trade without first-day limits and grants cards of `gameCount` games.
 * Returns the ids of these games.
 */
export async function grantCards(
  db: Database,
  deals: readonly CardGrant[],
  gameCount = 1,
): Promise<number[]> {
  const found = await db
    .select({ id: games.id })
    .from(games)
    .where(sql`not exists (select from card_kinds where game_id = ${games.id})`)
    .orderBy(games.id)
    .limit(gameCount);
  await db.execute(sql`update users set registered_at = registered_at - interval '8 days'`);
  for (const { id: gameId } of found) {
    await db.execute(sql`
      with dealt as (
        insert into cards (owner_id, kind_id, game_id, origin, created_at)
        select users.id, deal."kindId", ${gameId}::integer, 'granted', now()
        from jsonb_to_recordset(${JSON.stringify(deals)}::jsonb)
          as deal(username text, "kindId" text, copies integer)
        join users on users.username = deal.username
        cross join lateral generate_series(1, deal.copies)
        returning *
      )
      insert into moderation_log (act, target_id, reason, details, at)
      select 'grant-card', owner_id, 'Dealt.',
        jsonb_build_object('cardId', id, 'kindId', kind_id, 'gameId', game_id), now()
      from dealt`);
  }
  return found.map(({ id }) => id);
}

/** The state of the market. */
export interface MarketState {
  faults: unknown[];
  cards: number;
  /** The open listings. */
  open: { seller: string; price: number }[];
  sales: { itemId: string; buyer: string; seller: string; price: number }[];
  balances: Map<string, number>;
  /** How many sales each seller's notifications tell of, delivered or pending. */
  notified: Map<string, number>;
}

const countCards = declareStatement<{ cards: number }, Record<string, never>>(
  { cards: integer },
  sql`select count(*)::integer as cards from cards where state <> 'retired'`,
);

const listOpen = declareStatement<MarketState['open'][number], Record<string, never>>(
  { seller: text, price: integer },
  sql`select username as seller, price::integer from market_listings
    join users on users.id = seller_id order by price`,
);

const listSales = declareStatement<MarketState['sales'][number], Record<string, never>>(
  { itemId: uuid, buyer: text, seller: text, price: integer },
  sql`select item_id as "itemId", buyer.username as buyer, seller.username as seller,
      price::integer
    from market_sales join users as buyer on buyer.id = buyer_id
    join users as seller on seller.id = seller_id order by item_id`,
);

const listBalances = declareStatement<{ username: string; balance: number }, Record<string, never>>(
  { username: text, balance: integer },
  sql`select username, balance::integer from wallets join users on users.id = user_id`,
);

const listNotified = declareStatement<{ username: string; sales: number }, Record<string, never>>(
  { username: text, sales: integer },
  sql`select username, sum(sales)::integer as sales
    from (select user_id, count as sales from notifications where kind = 'item-sold'
      union all select user_id, 1 from pending_notifications where kind = 'item-sold') as noted
    join users on users.id = noted.user_id group by username`,
);

/** Reads the state of the market, with usernames and prices in cents. */
export async function readMarket(db: Database): Promise<MarketState> {
  const [counted] = await countCards(db, {});
  const balances = await listBalances(db, {});
  return {
    faults: await findMarketViolations(db),
    cards: counted?.cards ?? 0,
    open: await listOpen(db, {}),
    sales: await listSales(db, {}),
    notified: new Map((await listNotified(db, {})).map(({ username, sales }) => [username, sales])),
    balances: new Map(balances.map(({ username, balance }) => [username, balance])),
  };
}
