import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { wallets } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import { listSavedSearches, saveSearch } from '#domain/market/cards/saved-searches.ts';
import { placeOrder } from '#domain/market/orders/place-order.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCard } from '#test/fixtures/factories.ts';
import { createActorCtx, createListings, createTradedGame, kindId } from '#test/fixtures/market.ts';
import { type CreateForm, describePermissions } from '#test/fixtures/permission-tests.ts';

/** The expected result of every form of the market, by account, see `describePermissions`. */
const rights = `
  action                     | changes | visitor | guest | self | stranger | friend | former friend | blocked | blocking | logged out
  buy from another           | market_sales market_listings cards wallets ledger_entries market_first_days trading_pair_days pending_set_checks notifications idempotency_keys | login   | guest | own  | done     | done   | done          | done    | done     | login
  reprice another’s listing  | market_listings idempotency_keys | login   | guest | done | gone     | gone   | gone          | gone    | gone     | login
  withdraw another’s listing | cards market_listings pending_set_checks idempotency_keys | login   | guest | done | gone     | gone   | gone          | gone    | gone     | login
  sell from the inventory    | cards market_listings idempotency_keys | login   | guest | done | done     | done   | done          | done    | done     | login
  sell on the card page      | cards market_listings idempotency_keys | login   | guest | done | done     | done   | done          | done    | done     | login
  sell another’s card        | cards market_listings idempotency_keys | login   | guest | done | held     | held   | held          | held    | held     | login
  order a card               | market_orders wallets ledger_entries idempotency_keys | login   | guest | done | done     | done   | done          | done    | done     | login
  cancel another’s order     | market_orders wallets ledger_entries idempotency_keys | login   | guest | done | none     | none   | none          | none    | none     | login
  save a search              | market_searches | login   | done  | done | done     | done   | done          | done    | done     | login
  delete another’s search    | market_searches | login   | same  | done | same     | same   | same          | same    | same     | login
  wish for a card            | wishlist_items | login   | done  | done | done     | done   | done          | done    | done     | login
`;

const errorCodes = {
  guest: 'guest-not-allowed',
  own: 'own-item',
  gone: 'item-gone',
  held: 'card-not-held',
  none: 'order-gone',
};

const database = useDatabase({ recordsChanges: true });
const key = () => randomUUID();

/** Lists a card of an account. Returns the id of the listing. */
async function list(db: Database, seller: Actor): Promise<string> {
  const gameId = await createTradedGame(db);
  const [itemId = ''] = await createListings(db, { seller, gameId, prices: [1_00] });
  return itemId;
}

async function giveMoney(db: Database, { id }: Actor): Promise<void> {
  await db.update(wallets).set({ balance: 10_00 }).where(eq(wallets.userId, id));
}

/** A form about a listing of the other player. */
const listingForm =
  (intent: string, fields: Record<string, string> = {}): CreateForm =>
  async ({ db, them }) => ({
    path: '/community/market/listings',
    fields: { intent, itemId: await list(db, them), key: key(), ...fields },
  });

/** The form that sells a card of the account itself. */
const sellForm =
  (pathOf: (me: Actor) => string): CreateForm =>
  async ({ db, me }) => {
    const gameId = await createTradedGame(db);
    await createCard(db, { ownerId: me.id, gameId, kindId });
    return {
      path: pathOf(me),
      fields: { intent: 'sell', gameId: String(gameId), kindId, price: '1.00', key: key() },
    };
  };

const forms = {
  'buy from another': async ({ db, me, them }) => {
    await giveMoney(db, me);
    return { path: '/community/market', fields: { itemId: await list(db, them), key: key() } };
  },
  'reprice another’s listing': listingForm('reprice', { price: '2.00' }),
  'withdraw another’s listing': listingForm('remove'),
  'sell from the inventory': sellForm(({ username }) => `/profile/${username}/inventory`),
  'sell on the card page': sellForm(() => `/community/market/cards/${kindId}`),
  'sell another’s card': async ({ db, them }) => {
    const gameId = await createTradedGame(db);
    await createCard(db, { ownerId: them.id, gameId, kindId });
    return {
      path: `/profile/${them.username}/inventory`,
      fields: { gameId: String(gameId), kindId, price: '1.00', key: key() },
    };
  },
  'order a card': async ({ db, me }) => {
    await giveMoney(db, me);
    const gameId = String(await createTradedGame(db));
    const fields = { intent: 'place', gameId, kindId, price: '1.00', quantity: '1', key: key() };
    return { path: '/community/market/orders', fields };
  },
  'cancel another’s order': async ({ db, them }) => {
    await giveMoney(db, them);
    const gameId = await createTradedGame(db);
    const order = { gameId, kindId, price: 1_00, quantity: 1, key: key() };
    const { orderId } = await placeOrder(createActorCtx(db, them), order);
    const fields = { intent: 'cancel', orderId, key: key() };
    return { path: '/community/market/orders', fields };
  },
  'save a search': () => ({
    path: '/community/market/cards',
    fields: { intent: 'save-search', name: 'Rare ones', query: 'rarity=rare' },
  }),
  'delete another’s search': async ({ db, them }) => {
    const ctx = createActorCtx(db, them);
    await saveSearch(ctx, { name: 'Rare ones', query: 'rarity=rare' });
    const [search] = await listSavedSearches(ctx);
    return {
      path: '/community/market/cards',
      fields: { intent: 'delete-search', searchId: search?.id ?? '' },
    };
  },
  'wish for a card': async ({ db }) => ({
    path: '/wishlist',
    fields: { intent: 'add', gameId: String(await createTradedGame(db)), kindId },
  }),
} satisfies Record<string, CreateForm>;

describePermissions(database, { table: rights, forms, errorCodes });
