import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Database, openDatabase } from '#db/client.ts';
import { findRunningPostgres } from '#db/embedded/find-running.ts';
import { startEmbeddedPostgres } from '#db/embedded.ts';
import { cards, games } from '#db/schema.ts';
import { auditEconomy } from '#domain/audit/audit-economy.ts';
import { marketFaults } from '#test/market-scene.ts';

/** The kind that the traders' cards are of. */
export const tradedKind = 'default-crown';

/** Does `work` with the database of an application that runs on `dataDir`. */
export async function besides<Answer>(
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

/**
 * Makes all accounts old enough to trade without the limits of the first day and gives each `copies`
 * cards of one game; answers the game's id.
 */
export async function dealCards(db: Database, copies: number): Promise<number> {
  const [game] = await db.select({ id: games.id }).from(games).orderBy(games.id).limit(1);
  if (!game) throw new Error('There are no games.');
  await db.execute(sql`update users set registered_at = registered_at - interval '3 days'`);
  const { rows } = await db.execute<{ id: string }>(sql`select id from users`);
  for (const { id: ownerId } of rows) {
    await db.insert(cards).values(
      Array.from({ length: copies }, () => ({
        ownerId,
        kindId: tradedKind,
        gameId: game.id,
        origin: 'granted' as const,
        createdAt: new Date(),
      })),
    );
  }
  return game.id;
}

/** What the market holds of everything that was ever asked of it. */
export interface MarketAccount {
  faults: unknown[];
  cards: number;
  /** Prices of what is for sale. */
  open: { seller: string; price: number }[];
  sales: { itemId: string; buyer: string; seller: string; price: number }[];
  balances: Map<string, number>;
}

/** Reads the account by names of users; prices in cents. */
export async function readMarket(db: Database): Promise<MarketAccount> {
  const counted = await db.execute<{ cards: number }>(
    sql`select count(*)::integer as cards from cards where state <> 'retired'`,
  );
  const open = await db.execute<{ seller: string; price: number }>(
    sql`select username as seller, price::integer from market_items
      join users on users.id = seller_id order by price`,
  );
  const sales = await db.execute<MarketAccount['sales'][number]>(
    sql`select item_id as "itemId", buyer.username as buyer, seller.username as seller,
        price::integer
      from market_sales join users as buyer on buyer.id = buyer_id
      join users as seller on seller.id = seller_id order by item_id`,
  );
  const balances = await db.execute<{ username: string; balance: number }>(
    sql`select username, balance::integer from wallets join users on users.id = user_id`,
  );
  const { faults } = await auditEconomy({ db });
  return {
    faults: [...faults, ...(await marketFaults(db))],
    cards: counted.rows[0]?.cards ?? 0,
    open: open.rows,
    sales: sales.rows,
    balances: new Map(balances.rows.map(({ username, balance }) => [username, balance])),
  };
}

/** As `readMarket`, once no application uses the folder. */
export async function readMarketAfterwards(dataDir: string): Promise<MarketAccount> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  const db = openDatabase({ ...postgres.connection, max: 2 });
  try {
    return await readMarket(db);
  } finally {
    await db.$client.end();
    await postgres.stop();
  }
}

/** A form's key. */
export const newKey = () => randomUUID();
