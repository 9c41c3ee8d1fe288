import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { dailyRewards, wallets } from '#database/schema.ts';
import { utcDay } from '#shared/format/utc-day.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  createCard,
  createCardSets,
  createGame,
  createPlayer,
  createTestCtx,
} from '#test/fixtures/factories.ts';
import type { Actor } from '../actor.ts';
import { auditEconomy } from '../audit/audit-economy.ts';
import { buyGame } from '../game-library/buy-game.ts';
import { buyListing } from '../market/buy-listing.ts';
import { sellCards } from '../market/selling/sell-cards.ts';
import { addMoney } from '../wallet/add-money.ts';
import { moveMoney } from './move-money.ts';

const database = useDatabase();
const key = () => randomUUID();

async function waitsForLock(): Promise<void> {
  for (;;) {
    const { rowCount } = await database.db.execute(sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    if (rowCount) return;
  }
}

/** Creates a buyer, a seller and a listing of the seller. */
async function createListingFixture() {
  const { db } = database;
  await createCardSets(db);
  const game = await createGame(db);
  const buyer = await createPlayer(db, { balance: 50_00 });
  const seller = await createPlayer(db, { balance: 50_00 });
  const as = (actor: Actor) => createTestCtx(db, { actor });
  const card = { gameId: game.id, kindId: 'default-crown' };
  await createCard(db, { ownerId: seller.id, ...card });
  const offers = [{ ...card, price: 5_00, copies: 1 }];
  const { itemIds } = await sellCards(as(seller), { offers, key: key() });
  return { buyer, seller, as, gameId: game.id, itemId: itemIds[0] ?? '' };
}

type Fixture = Awaited<ReturnType<typeof createListingFixture>>;

it.each<[string, (fixture: Fixture) => Promise<unknown>, (fixture: Fixture) => Actor]>([
  [
    'a market purchase (of the buyer)',
    ({ as, buyer, itemId }) => buyListing(as(buyer), { itemId, key: key() }),
    ({ buyer }) => buyer,
  ],
  [
    'a market purchase (of the seller)',
    ({ as, buyer, itemId }) => buyListing(as(buyer), { itemId, key: key() }),
    ({ seller }) => seller,
  ],
  [
    'a game purchase',
    ({ as, buyer, gameId }) => buyGame(as(buyer), { gameId, key: key(), price: 9_99 }),
    ({ buyer }) => buyer,
  ],
  [
    'a top-up',
    ({ as, buyer }) => addMoney(as(buyer), { amount: 5_00, key: key() }),
    ({ buyer }) => buyer,
  ],
])(
  'the ledger entry of %s comes after the entries that its wallet had to wait for',
  async (_, act, getActor) => {
    const { db } = database;
    const fixture = await createListingFixture();
    const { id: userId } = getActor(fixture);
    let running: Promise<unknown> | undefined;
    await db.transaction(async (tx) => {
      await tx.select().from(wallets).where(eq(wallets.userId, userId)).for('update');
      running = act(fixture);
      await waitsForLock();
      const [transferId, at] = [randomUUID(), new Date()];
      await moveMoney(tx, {
        transferId,
        kind: 'daily-reward',
        userId,
        systemAccount: 'daily-rewards',
        amount: 1_00,
        subject: null,
        at,
      });
      await tx.insert(dailyRewards).values({ userId, day: utcDay(at), transferId });
    });
    await running;
    expect((await auditEconomy({ db })).violations).toEqual([]);
  },
);
