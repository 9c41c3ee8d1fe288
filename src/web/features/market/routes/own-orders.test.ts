import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { sellCards } from '#domain/market/selling/sell-cards.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCard, createCardSets, createGame, createPlayer } from '#test/fixtures/factories.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const kindId = 'default-crown';
const path = '/community/market/orders';

beforeAll(() => createCardSets(database.db));

describe('the orders page', () => {
  it('places an order, shows it with its card’s book, and cancels it', async () => {
    const { player } = await createLoggedInPlayer(database.db, { balance: 50_00 });
    const { id: gameId } = await createGame(database.db, { name: 'Castles' });
    expect(await textOf(await player.get(path))).toContain('You have no open orders.');
    const form = { intent: 'place', gameId: String(gameId), kindId, price: '4.00', quantity: '2' };
    const placed = await player.post(path, { ...form, key: randomUUID() });
    expect(await textOf(placed)).toContain('Ordered: 2 copies for up to $4.00 each.');
    const card = await textOf(await player.get(`/community/market/cards/${kindId}?game=${gameId}`));
    expect(card).toContain('yours');

    const html = await (await player.get(path)).text();
    const orderId = /name="orderId" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const cancelled = await player.post(path, { intent: 'cancel', orderId, key: randomUUID() });
    expect(await textOf(cancelled)).toContain('$8.00 is back in your wallet.');
    expect(await textOf(await player.get(`${path}?state=ended`))).toContain('Cancelled');
  });

  it('buys at once what is for sale at the price or less', async () => {
    const { player } = await createLoggedInPlayer(database.db, { balance: 50_00 });
    const seller = await createPlayer(database.db);
    const { id: gameId } = await createGame(database.db);
    await createCard(database.db, { ownerId: seller.id, gameId, kindId });
    const offers = [{ gameId, kindId, price: 3_00, copies: 1 }];
    const { ctx } = createWeb(database.db);
    await sellCards({ ...ctx, actor: seller }, { offers, key: randomUUID() });
    const form = { intent: 'place', gameId: String(gameId), kindId, price: '4.00', quantity: '2' };
    const placed = await player.post(path, { ...form, key: randomUUID() });
    expect(await textOf(placed)).toContain(
      'You bought one copy at once for $3.00. Ordered: one copy for up to $4.00.',
    );
  });

  it('and trades have a tab on the market for players, not for guests', async () => {
    const { player } = await createLoggedInPlayer(database.db);
    const guest = await createLoggedInPlayer(database.db, { role: 'guest' });
    const listTabs = async (visitor: typeof player) => {
      const html = await (await visitor.get('/community/market/statistics')).text();
      const tabs = /aria-label="Views of the market".*?<\/nav>/s.exec(html)?.[0] ?? '';
      return [...tabs.matchAll(/href="([^"]+)"/g)].map(([, to]) => to?.split('/').at(-1));
    };
    expect(await listTabs(player)).toEqual(['market', 'cards', 'orders', 'statistics', 'trades']);
    expect(await listTabs(guest.player)).toEqual(['market', 'cards', 'statistics']);
  });

  it('says which field is wrong and sends visitors to the login', async () => {
    const { player } = await createLoggedInPlayer(database.db);
    const { id: gameId } = await createGame(database.db);
    const form = { intent: 'place', gameId: String(gameId), kindId, price: '1.00', quantity: '99' };
    const refused = await player.post(path, { ...form, key: randomUUID() });
    expect(refused.status).toBe(400);
    expect(await textOf(refused)).toContain('1 to 20 copies.');
    const visited = await createWeb(database.db).visit().get(path);
    expect(visited.headers.get('Location')).toContain('/login');
  });
});
