import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { withdrawListing } from '#domain/market/withdraw-listings.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets, createGame, createPlayer } from '#test/fixtures/factories.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { createActorCtx, createListings, readBalance } from '#test/fixtures/market.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const market = '/community/market';
let gameId = 0;

beforeAll(async () => {
  await createCardSets(database.db);
  gameId = (await createGame(database.db, { name: 'Deep & Dark' })).id;
});

const visit = () => createWeb(database.db).visit();
const questionFor = (price: string) => `Are you sure you want to buy this item for ${price} coins?`;

async function createSellerListings(prices: number[], username?: string) {
  const seller = await createPlayer(database.db, { username });
  const itemIds = await createListings(database.db, { seller, gameId, prices });
  return { seller, itemIds, itemId: itemIds[0] ?? '' };
}

test('an empty market says so and offers one link', async () => {
  const text = await textOf(await visit().get(market));
  expect(text).toContain('All cards for sale 0 items');
  expect(text).toContain('No items found on the market. Browse the shop');
  const { player } = await createLoggedInPlayer(database.db);
  const own = await textOf(await player.get(market));
  expect(own).toContain('No items found on the market. Sell one of your cards');
});

describe('a visitor', () => {
  test('sees a caption, cards with game, seller and price, and pages', async () => {
    const { seller } = await createSellerListings([7_50, ...Array(10).fill(3_00)]);
    const response = await visit().get(`${market}?q=${seller.username}&order=price&page=2`);
    expect(response.status).toBe(200);
    const html = await response.clone().text();
    const text = await textOf(response);
    expect(text).toContain('Search');
    expect(text).toContain(`Cards matching “${seller.username}” 11 items Clear`);
    expect(text).toMatch(
      new RegExp(`Crown Legendary Deep &amp; Dark .*by ${seller.username} \\$7\\.50 Buy`),
    );
    expect(text).toMatch(/Previous 1 2 Next/);
    expect(html).toContain(`href="${market}/cards/default-crown?game=${gameId}"`);
    expect(html).toContain(`href="/game-info/${gameId}"`);
    expect(html).toContain(`href="/profile/${seller.username}"`);
    expect(html).toContain('/art/cards/default-crown.svg');
  });

  test('is sent by Buy to the login, which leads back to the confirmation', async () => {
    const { itemId, seller } = await createSellerListings([1_00]);
    const page = visit();
    const path = `${market}?q=${seller.username}`;
    const html = await (await page.get(path)).text();
    const back = encodeURIComponent(`${path}&buy=${itemId}`);
    expect(html).toContain(`/login?next=${back}`);
    const response = await page.get(`${path}&buy=${itemId}`);
    expect(response.headers.get('Location')).toBe(`/login?next=${back}`);
    const posted = await page.post(market, { itemId, key: randomUUID() });
    expect(posted.headers.get('Location')).toMatch(/^\/login/);
  });

  test('gets a page that can be cached for all visitors, without keys and own listings', async () => {
    const { seller } = await createSellerListings([1_00]);
    const response = await visit().get(`${market}?q=${seller.username}`);
    expect(response.headers.get('ETag')).not.toBeNull();
    const html = await response.text();
    expect(html).not.toMatch(/name="key"|Change price|Remove|Your listings/);
    expect(html).not.toContain(seller.id);
  });
});

describe('the URL', () => {
  test.each([
    ['?page=abc', ''],
    ['?page=-1', ''],
    ['?page=999999999', ''],
    ['?q=', ''],
    ['?q=++crown++', '?q=crown'],
    ['?q=a%00b%0Ac', '?q=a+b+c'],
    [`?q=${'x'.repeat(5_000)}`, `?q=${'x'.repeat(100)}`],
    ['?game=', ''],
    ['?game=abc', ''],
    ['?game=99999999999999', ''],
    ['?rarity=mythic', ''],
    ['?order=newest', ''],
    ['?order=price%27--&rarity=rare', '?rarity=rare'],
    ['?order=price&rarity=rare&q=nobody&page=7', '?q=nobody&rarity=rare&order=price'],
  ])('%s redirects to the canonical URL', async (requested, canonical) => {
    const response = await visit().get(market + requested);
    const location = response.headers.get('Location');
    if (requested === '?page=999999999') expect(location).toMatch(/page=\d+$/);
    else expect(location).toBe(market + canonical);
  });

  test('is searched by one form with a term and a game', async () => {
    const path = `${market}?q=crown&game=${gameId}&rarity=rare&order=price`;
    const html = await (await visit().get(path)).text();
    const forms = html.match(/<form[^>]*role="search".*?<\/form>/gs) ?? [];
    const own = forms.filter((form) => form.includes('name="q"'));
    expect(own).toHaveLength(1);
    for (const field of [
      'name="game"',
      'name="rarity" value="rare"',
      'name="order" value="price"',
    ]) {
      expect(own[0]).toContain(field);
    }
  });

  test('has the filters, and each link and form keeps the other filters', async () => {
    const html = await (await visit().get(`${market}?q=crown&game=${gameId}&order=price`)).text();
    expect(html).toContain(
      `href="${market}?q=crown&amp;game=${gameId}&amp;rarity=rare&amp;order=price"`,
    );
    expect(html).toContain(`href="${market}?q=crown&amp;game=${gameId}"`);
    expect(html).toContain('<input type="hidden" name="order" value="price"/>');
    expect(html).toContain(`<option value="${gameId}" selected="">Deep &amp; Dark</option>`);
    expect(html).toContain(`href="${market}?order=price"`);
  });

  test('of a search without results shows the escaped search term', async () => {
    const response = await visit().get(`${market}?q=%3Cscript%3Ealert(1)%3C/script%3E`);
    const html = await response.text();
    expect(html).toContain('matching “&lt;script&gt;alert(1)&lt;/script&gt;”');
    expect(html).not.toContain('<script>alert(1)');
    expect(html).toContain('See the whole market');
  });
});

describe('a player', () => {
  const keyOf = (html: string) => /name="key" value="([^"]+)"/.exec(html)?.[1] ?? '';

  test('confirms and buys without scripts; the item is paid and gone', async () => {
    const { itemId, seller } = await createSellerListings([12_34]);
    const { player, actor } = await createLoggedInPlayer(database.db, { balance: 50_00 });
    const confirmation = await player.get(`${market}?q=${seller.username}&buy=${itemId}`);
    const html = await confirmation.clone().text();
    const text = await textOf(confirmation);
    expect(text).toContain(questionFor('12.34'));
    expect(text).toContain('Balance now $50.00 Balance after $37.66');
    expect(text).toMatch(/Buy .*Cancel/);

    const form = { itemId, key: keyOf(html) };
    const send = async () => {
      const headers = { Accept: 'text/html' };
      const answer = await player.post(`${market}?q=${seller.username}`, form, headers);
      expect(answer.headers.get('Location')).toBe(
        `${market}?q=${seller.username}&bought=${itemId}`,
      );
      return textOf(await player.get(answer.headers.get('Location') ?? ''));
    };
    const after = await send();
    expect(after).toContain('Item purchased successfully');
    expect(after).toContain('$37.66');
    expect(after).toContain('No items found on the market.');
    expect(await readBalance(database.db, seller)).toBe(12_34);

    // The same form again, as a reload sends it.
    expect(await send()).toContain('Item purchased successfully');
    expect(await readBalance(database.db, actor)).toBe(37_66);
    // The URL shows the message to nobody else.
    const { player: other } = await createLoggedInPlayer(database.db);
    const path = `${market}?bought=${itemId}`;
    expect(await textOf(await other.get(path))).not.toContain('purchased');
    expect(await textOf(await visit().get(path))).not.toContain('purchased');
  });

  test('cannot buy an item that is gone, and keeps the money', async () => {
    const { itemId, seller } = await createSellerListings([1_00]);
    await withdrawListing(createActorCtx(database.db, seller), { itemId, key: randomUUID() });
    const { player, actor } = await createLoggedInPlayer(database.db, { balance: 50_00 });
    const confirmation = await textOf(await player.get(`${market}?buy=${itemId}`));
    expect(confirmation).toContain('This item is no longer available.');
    expect(confirmation).not.toContain('Are you sure');
    const posted = await player.post(market, { itemId, key: randomUUID() });
    expect(posted.status).toBe(409);
    expect(await textOf(posted)).toContain('This item is no longer available.');
    expect(await readBalance(database.db, actor)).toBe(50_00);
  });

  test('with too little money is offered to add money', async () => {
    const { itemId } = await createSellerListings([12_34]);
    const { player } = await createLoggedInPlayer(database.db, { balance: 5_00 });
    const confirmation = await player.get(`${market}?buy=${itemId}`);
    const html = await confirmation.clone().text();
    const text = await textOf(confirmation);
    // There is no question that cannot be answered with yes; the list shows the obstacle as well.
    expect(text).not.toContain('Are you sure');
    expect(text).toContain('Not enough money.');
    expect(text).toContain('$7.34 is missing to buy this card. Add Money Cancel');
    expect(text).toContain('Not enough money: $7.34 missing');
    expect(html).not.toContain('name="itemId"');
    const posted = await player.post(market, { itemId, key: randomUUID() });
    expect(posted.status).toBe(409);
    expect(await textOf(posted)).toContain('Not enough money.');
  });

  test('sees own items marked, with Change price and Remove instead of Buy', async () => {
    const { player, actor } = await createLoggedInPlayer(database.db);
    const [itemId = ''] = await createListings(database.db, {
      seller: actor,
      gameId,
      prices: [4_00],
    });
    const response = await player.get(`${market}?q=${actor.username}`);
    const html = await response.clone().text();
    expect(await textOf(response)).toMatch(
      /Crown Legendary Deep &amp; Dark Yours \$4\.00 Change price Remove/,
    );
    expect(html).toContain(`href="${market}/listings?item=${itemId}#listing-${itemId}"`);
    expect(html).toContain(`action="${market}/listings"`);
    const confirmation = await textOf(await player.get(`${market}?buy=${itemId}`));
    expect(confirmation).toContain('This item is your own.');
    expect(confirmation).not.toContain('Are you sure');
    const posted = await player.post(market, { itemId, key: randomUUID() });
    expect(await textOf(posted)).toContain('This item is your own.');
    const taken = await player.post(`${market}/listings`, {
      intent: 'remove',
      itemId,
      key: keyOf(html),
    });
    expect(await textOf(taken)).toContain('The card is back in your inventory.');
  });

  test.each(['', 'abc', '0', "'; drop table users", '../..'])(
    'is told that an item with the id “%s” is not available',
    async (itemId) => {
      const { player } = await createLoggedInPlayer(database.db);
      const confirmation = await player.get(`${market}?buy=${encodeURIComponent(itemId)}`);
      expect(confirmation.status).toBe(200);
      expect(await textOf(confirmation)).toContain('This item is no longer available.');
      const posted = await player.post(market, { itemId, key: randomUUID() });
      expect(posted.status).toBe(400);
      expect(await textOf(posted)).toContain('This item is no longer available.');
    },
  );
});

test('a guest cannot buy and is offered registration', async () => {
  const { itemId } = await createSellerListings([1_00]);
  const { player, actor } = await createLoggedInPlayer(database.db, {
    balance: 50_00,
    role: 'guest',
  });
  const confirmation = await player.get(`${market}?buy=${itemId}`);
  const html = await confirmation.clone().text();
  const text = await textOf(confirmation);
  expect(text).not.toContain('Are you sure');
  expect(text).toContain('Guests cannot buy cards.');
  expect(text).toContain('Register to keep your games and cards, and to trade.');
  expect(html).toContain('href="/register"');
  expect(html).not.toContain('name="itemId"');
  const posted = await player.post(market, { itemId, key: randomUUID() });
  expect(posted.status).toBe(403);
  expect(await readBalance(database.db, actor)).toBe(50_00);
});

test('a page has as many items as requested, and ten by default', async () => {
  await createSellerListings(Array.from({ length: 14 }, (_, index) => 77_00 + index));
  const { player } = await createLoggedInPlayer(database.db);
  const shown = async (query: string) => {
    const html = await (await player.get(`${market}?${query}`)).text();
    return new Set(html.match(/id="item-[0-9a-f-]+"/g)).size;
  };
  expect(await shown('')).toBe(10);
  expect(await shown('perPage=12')).toBe(12);
  expect(await shown('perPage=100')).toBeGreaterThan(13);
  const redirectOf = async (query: string) =>
    (await player.get(`${market}?${query}`)).headers.get('Location');
  expect(await redirectOf('perPage=1')).toBe(market);
  expect(await redirectOf('perPage=1000')).toBe(`${market}?perPage=100`);
  expect(await redirectOf('perPage=10&order=price')).toBe(`${market}?order=price`);
});
