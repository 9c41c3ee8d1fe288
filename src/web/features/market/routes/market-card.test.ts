import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Actor } from '#domain/actor.ts';
import { buyListing } from '#domain/market/buy-listing.ts';
import { placeOrder } from '#domain/market/orders/place-order.ts';
import { sellCards } from '#domain/market/selling/sell-cards.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCard, createCardSets, createGame, createPlayer } from '#test/fixtures/factories.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const path = (kindId: string) => `/community/market/cards/${kindId}`;

beforeAll(() => createCardSets(database.db));

async function listCard(seller: Actor, gameId: number, kindId: string, price: number) {
  await createCard(database.db, { ownerId: seller.id, gameId, kindId });
  const { ctx } = createWeb(database.db);
  const offers = [{ gameId, kindId, price, copies: 1 }];
  const { itemIds } = await sellCards({ ...ctx, actor: seller }, { offers, key: randomUUID() });
  return itemIds[0] ?? '';
}

describe('a card’s page', () => {
  it('shows a visitor the card, its listings and its last sales', async () => {
    const kindId = 'default-crown';
    const { web, ctx, actor } = await createLoggedInPlayer(database.db);
    const seller = await createPlayer(database.db);
    const game = await createGame(database.db, { name: 'Castles' });
    const soldItemId = await listCard(seller, game.id, kindId, 4_00);
    await buyListing(ctx, { itemId: soldItemId, key: randomUUID() });
    const itemId = await listCard(seller, game.id, kindId, 3_21);

    const response = await web.visit().get(path(kindId));
    expect(response.status).toBe(200);
    const html = await response.clone().text();
    expect(html).toContain(`href="/community/market?buy=${itemId}"`);
    expect(html).toContain(`href="/profile/${seller.username}"`);
    expect(html).toContain(`href="/profile/${actor.username}"`);
    expect(html).toContain(`<link rel="canonical" href="http://localhost:3000${path(kindId)}"/>`);
    const text = await textOf(response);
    for (const part of [
      'Crown',
      'Legendary',
      '2.0% of draws',
      'Every game without a set of its own',
      'Castles',
      '$3.21',
      '$4.00',
      'Shown once 3 players have sold it; one has.',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('of these.');
  });

  it('shows players their copies and listings, and does not offer to buy their own listings', async () => {
    const kindId = 'default-cat';
    const { player, actor } = await createLoggedInPlayer(database.db);
    const game = await createGame(database.db);
    expect(await textOf(await player.get(path(kindId)))).toContain('You have none of these.');
    await createCard(database.db, { ownerId: actor.id, gameId: game.id, kindId });
    const itemId = await listCard(actor, game.id, kindId, 1_00);

    const html = await (await player.get(path(kindId))).text();
    expect(html).toContain(`/profile/${actor.username}/inventory?item=${game.id}-${kindId}`);
    expect(html).toContain(`/community/market/listings?item=${itemId}#listing-${itemId}`);
    expect(html).toContain('name="intent" value="remove"');
    expect(html).not.toContain(`buy=${itemId}`);
  });

  it('of one game also shows the copies from other games, with links to sell them', async () => {
    const kindId = 'default-dog';
    const { player, actor } = await createLoggedInPlayer(database.db);
    const games = [];
    for (const name of ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon']) {
      const game = await createGame(database.db, { name });
      games.push(game);
      if (name !== 'Alpha') {
        await createCard(database.db, { ownerId: actor.id, gameId: game.id, kindId });
      }
    }
    const inventory = `/profile/${actor.username}/inventory`;
    const [alpha, , gamma] = games;
    const text = await textOf(await player.get(`${path(kindId)}?game=${alpha?.id}`));
    expect(text).toContain('You have 4 of these, none from Alpha.');
    expect(text).toContain('and one more game');
    const html = await (await player.get(`${path(kindId)}?game=${gamma?.id}`)).text();
    expect(html).toContain('You have 4 of these, one from Gamma.');
    expect(html.indexOf('Sell one from Gamma')).toBeLessThan(html.indexOf('Sell one from Beta'));
    expect(html).toContain(`href="${inventory}"`);
  });

  it('can be filtered by one game; search engines do not list that page', async () => {
    const kindId = 'default-dog';
    const { web } = await createLoggedInPlayer(database.db);
    const seller = await createPlayer(database.db);
    const [one, two] = [
      await createGame(database.db, { name: 'Only This' }),
      await createGame(database.db, { name: 'Not That' }),
    ];
    await listCard(seller, one.id, kindId, 1_00);
    await listCard(seller, two.id, kindId, 2_00);
    const response = await web.visit().get(`${path(kindId)}?game=${one.id}`);
    expect(await response.clone().text()).toContain('<meta name="robots" content="noindex"/>');
    const text = await textOf(response);
    expect(text).toContain('Only This');
    expect(text).not.toContain('Not That');
  });

  it('shows listings in pages and redirects from beyond the last page', async () => {
    const kindId = 'default-smile';
    const { web } = await createLoggedInPlayer(database.db);
    const seller = await createPlayer(database.db);
    const game = await createGame(database.db);
    for (let price = 1; price <= 11; price += 1) {
      await listCard(seller, game.id, kindId, price * 1_00);
    }
    const visitor = web.visit();
    expect(await textOf(await visitor.get(path(kindId)))).not.toContain('$11.00');
    expect(await textOf(await visitor.get(`${path(kindId)}?page=2`))).toContain('$11.00');
    const beyond = await visitor.get(`${path(kindId)}?page=9`);
    expect(beyond.headers.get('Location')).toBe(`${path(kindId)}?page=2`);
  });

  it('sells a copy at once to an order only after it has said so', async () => {
    const kindId = 'default-crown';
    const { ctx, player, actor } = await createLoggedInPlayer(database.db);
    const buyer = await createPlayer(database.db, { balance: 50_00 });
    const game = await createGame(database.db);
    await createCard(database.db, { ownerId: actor.id, gameId: game.id, kindId });
    const order = { gameId: game.id, kindId, price: 4_00, quantity: 1, key: randomUUID() };
    await placeOrder({ ...ctx, actor: buyer }, order);
    const page = `${path(kindId)}?game=${game.id}`;
    expect(await textOf(await player.get(page))).toMatch(
      /Fill the best order\s*\$4\.00\s*, sells at once/,
    );

    const form = { gameId: String(game.id), kindId, price: '3.00' };
    const asked = await player.post(page, { ...form, key: randomUUID() });
    const html = await asked.text();
    expect(html).toContain('name="confirmed" value="400"');
    expect(html).toContain('value="3.00"');
    // More was promised than an order pays now.
    const promised = { ...form, key: randomUUID(), confirmed: '500' };
    expect(await (await player.post(page, promised)).text()).toContain('value="400"');
    const confirmed = { ...form, key: randomUUID(), confirmed: '400' };
    expect(await textOf(await player.post(page, confirmed))).toContain(
      'Crown was sold at once to an order for $4.00.',
    );
    expect(await textOf(await player.get(page))).toContain('You have none of these.');
  });

  it('offers to match the cheapest listing of others with one press', async () => {
    const kindId = 'default-smile';
    const { player, actor } = await createLoggedInPlayer(database.db);
    const game = await createGame(database.db);
    await createCard(database.db, { ownerId: actor.id, gameId: game.id, kindId });
    await listCard(await createPlayer(database.db), game.id, kindId, 2_22);
    const page = `${path(kindId)}?game=${game.id}`;
    expect(await textOf(await player.get(page))).toMatch(/Match the cheapest\s*\$2\.22/);
    const form = { gameId: String(game.id), kindId, price: '2.22', key: randomUUID() };
    const sold = await textOf(await player.post(page, form));
    expect(sold).toMatch(/is for sale for \$2\.22\./);
    const again = await player.post(page, { ...form, key: randomUUID() });
    expect(again.status).toBe(409);
    expect(await textOf(again)).toContain('You have no such card to sell.');
  });

  it('is in the sitemap with its canonical URL', async () => {
    const visitor = createWeb(database.db).visit();
    const sitemap = await (await visitor.get('/sitemap.xml')).text();
    const urls = Array.from(sitemap.matchAll(/<loc>([^<]*\/cards\/[^<]*)</g), ([, at]) => at);
    expect(urls).toHaveLength(33);
    for (const url of urls) {
      const html = await (await visitor.get(new URL(url ?? '').pathname)).text();
      expect(html).toContain(`<link rel="canonical" href="${url}"/>`);
    }
  });

  it('says when the card has no listings and sales, or does not exist', async () => {
    const visitor = createWeb(database.db).visit();
    const text = await textOf(await visitor.get(path('default-boring')));
    for (const part of [
      'Nobody sells this card at the moment.',
      'It has not been sold yet.',
      'No sales in these days.',
    ]) {
      expect(text).toContain(part);
    }
    const missing = await visitor.get(path('no-such-card'));
    expect(missing.status).toBe(404);
    expect(await textOf(missing)).toContain('There is no such card.');
  });
});
