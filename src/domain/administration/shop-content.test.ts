import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import type { Queryable } from '#database/client.ts';
import { games, siteSettingChanges } from '#database/schema.ts';
import type { ShopContent } from '#shared/constants/catalog/game-sources.ts';
import { ownGameInput } from '#shared/schemas/own-games.ts';
import { createFakeProvider, providerGame } from '#test/fakes/fake-catalog-provider.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets, createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { generateBundle, generateGame } from '#test/fixtures/generated-catalog.ts';
import {
  countDeadlocks,
  createActorCtx,
  createListings,
  errorCodesOf,
  findMarketViolations,
} from '#test/fixtures/market.ts';
import { createProvenAccounts } from '#test/fixtures/proven-accounts.ts';
import { createServicesWithProvider } from '#test/fixtures/services-with-provider.ts';
import { importGames } from '../catalog/games/import-games.ts';
import { listGames } from '../catalog/games/list-games.ts';
import { createOwnGame } from '../catalog/own-games/save-own-game.ts';
import { buyGame } from '../game-library/buy-game.ts';
import { setGameHidden } from '../moderation/hidden-games/set-game-hidden.ts';
import { changeSiteSetting, undoSiteSettingChange } from './change-site-setting.ts';

const database = useDatabase({ isNewForEach: true });
const { logIn } = createProvenAccounts(database);

async function createShop() {
  const admin = await logIn('admin');
  await createCardSets(database.db);
  const word = `Plover${randomUUID().slice(0, 8)}`;
  const bundled = Array.from({ length: 3 }, (_, n) => generateGame({ name: `${word} ${n}` }));
  const importAgain = (more: typeof bundled = []) =>
    importGames(createTestCtx(database.db), generateBundle({ games: [...bundled, ...more] }));
  await importAgain();
  await createOwnGame(admin, ownGameInput.parse({ name: `${word} own` }));
  const hold = (value: ShopContent) => changeSiteSetting(admin, { key: 'shopContent', value });
  const listed = async () => {
    const list = await listGames(createTestCtx(database.db), { search: word, order: 'name' });
    return list.games.map(({ name }) => name.replace(`${word} `, ''));
  };
  const [first] = bundled;
  return { admin, word, gameId: first?.id ?? 0, bundled, importAgain, hold, listed };
}

describe('a shop that holds only games of the site', () => {
  it('has no others, and none that a later version of the bundle adds', async () => {
    const { word, importAgain, hold, listed } = await createShop();
    expect(await listed()).toEqual(['0', '1', '2', 'own']);
    await hold('own');
    expect(await listed()).toEqual(['own']);
    await importAgain([generateGame({ name: `${word} 3` })]);
    expect(await listed()).toEqual(['own']);
    await hold('all');
    expect(await listed()).toEqual(['0', '1', '2', '3', 'own']);
  });

  it('sells no others, whose cards are still traded', async () => {
    const { db } = database;
    const { gameId, hold } = await createShop();
    const buyer = createActorCtx(db, await createPlayer(db, { balance: 50_00 }));
    const seller = await createPlayer(db);
    await createListings(db, { seller, gameId, prices: [1_00] });
    await hold('own');
    const bought = buyGame(buyer, { gameId, key: randomUUID(), price: 9_99 });
    expect(errorCodesOf(await Promise.allSettled([bought]))).toEqual(['game-not-found']);
    await createListings(db, { seller, gameId, prices: [2_00] });
    expect(await findMarketViolations(db)).toEqual([]);
  });

  it('keeps what editors did: a game that they showed, and one that they hid', async () => {
    const { admin, bundled, importAgain, hold, listed } = await createShop();
    const [shown, hidden] = bundled.map(({ id }) => id);
    await setGameHidden(admin, { gameId: hidden ?? 0, isHidden: true });
    await hold('own');
    await setGameHidden(admin, { gameId: shown ?? 0, isHidden: false });
    await importAgain();
    expect(await listed()).toEqual(['0', 'own']);
    await hold('all');
    expect(await listed()).toEqual(['0', '2', 'own']);
    const [row] = await database.db
      .select()
      .from(games)
      .where(eq(games.id, hidden ?? 0));
    expect(row).toMatchObject({ isHidden: true, hiddenBySource: false });
  });

  it('locks its games by id, so that a change of two of them does not wait for it in a circle', async () => {
    const { db } = database;
    const { bundled, hold, listed } = await createShop();
    const [low = 0, high = 0] = bundled.map(({ id }) => id).toSorted((a, b) => a - b);
    const deadlocks = await countDeadlocks(db);
    const touch = (tx: Queryable, id: number) =>
      tx.update(games).set({ updatedAt: new Date() }).where(eq(games.id, id));
    // A row that is changed moves to the end of its table.
    await touch(db, low);
    const held = Promise.withResolvers<void>();
    const goesOn = Promise.withResolvers<void>();
    const other = db.transaction(async (tx) => {
      await touch(tx, low);
      held.resolve();
      await goesOn.promise;
      await touch(tx, high);
    });
    await held.promise;
    const change = hold('own');
    await vi.waitFor(async () => {
      const { rowCount } = await db.execute(sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      expect(rowCount).toBe(1);
    });
    goesOn.resolve();
    expect(errorCodesOf(await Promise.allSettled([other, change]))).toEqual([]);
    expect(await countDeadlocks(db)).toBe(deadlocks);
    expect(await listed()).toEqual(['own']);
  });

  it('has them again when the change is undone', async () => {
    const { admin, hold, listed } = await createShop();
    await hold('own');
    const [change] = await database.db
      .select()
      .from(siteSettingChanges)
      .where(eq(siteSettingChanges.key, 'shopContent'));
    await undoSiteSettingChange(admin, { id: change?.id ?? '' });
    expect(await listed()).toEqual(['0', '1', '2', 'own']);
  });
});

describe('a shop that holds the bundled catalog', () => {
  it('keeps bundled games of which the games database said more, and hides its other games', async () => {
    const { word, importAgain, hold, listed } = await createShop();
    await importAgain([generateGame({ name: `${word} drawn`, cover: '/art/drawn.svg' })]);
    const { ctx, fake, find } = createServicesWithProvider(database.db, createFakeProvider());
    const drawn = await database.db
      .select()
      .from(games)
      .where(eq(games.name, `${word} drawn`));
    fake.addGames(
      providerGame({ id: drawn[0]?.id ?? 0, name: `${word} drawn` }),
      providerGame({ name: `${word} new` }),
    );
    await listGames(ctx, { search: word });
    expect(await listed()).toEqual(['0', '1', '2', 'drawn', 'new', 'own']);
    await hold('own');
    await hold('bundle');
    expect(await listed()).toEqual(['0', '1', '2', 'drawn', 'own']);
    const asked = fake.calls.length;
    ctx.readCache.clear();
    expect(await find(`${word} new`)).toEqual([]);
    expect(fake.calls.length).toBe(asked);
    await hold('all');
    expect(await listed()).toEqual(['0', '1', '2', 'drawn', 'new', 'own']);
  });
});

describe('a games database that the shop does not hold', () => {
  it('is not asked', async () => {
    const { hold } = await createShop();
    const { ctx, fake, find } = createServicesWithProvider(database.db, createFakeProvider());
    fake.addGames(providerGame({ name: 'Wading Whimbrel' }));
    await hold('own');
    expect(await find('whimbrel')).toEqual([]);
    expect(fake.calls).toEqual([]);
    await hold('all');
    ctx.readCache.clear();
    expect(await find('whimbrel')).toEqual(['Wading Whimbrel']);
  });

  it('shows no game of an answer that comes after the change, also one of the bundle', async () => {
    const { bundled, word, hold, listed } = await createShop();
    const [first] = bundled;
    const { ctx, fake } = createServicesWithProvider(database.db, createFakeProvider());
    fake.addGames(
      providerGame({ id: first?.id ?? 0, name: `${word} 0` }),
      providerGame({ name: `${word} new` }),
    );
    // This node still has the settings from before.
    await listGames(ctx, { search: 'nothing of this' });
    await hold('own');
    await listGames(ctx, { search: word });
    expect(fake.calls.length).toBeGreaterThan(0);
    expect(await listed()).toEqual(['own']);
    await hold('all');
    expect(await listed()).toEqual(['0', '1', '2', 'new', 'own']);
  });
});
