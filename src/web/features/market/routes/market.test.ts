import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { withdrawListing } from '#domain/market/withdraw-listings.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets, createGame, createPlayer } from '#test/fixtures/factories.ts';
import { actAs, balanceOf, createListings } from '#test/fixtures/market.ts';
import { playerScene } from '#test/fixtures/player.ts';
import { createWeb, textOf } from '#test/fixtures/web.ts';

const database = useDatabase();
const market = '/community/market';
let gameId = 0;

beforeAll(async () => {
  await createCardSets(database.db);
  gameId = (await createGame(database.db, { name: 'Deep & Dark' })).id;
});

const visit = () => createWeb(database.db).visit();
const questionFor = (price: string) => `Are you sure you want to buy this item for ${price} coins?`;

async function listings(prices: number[], username?: string) {
  const seller = await createPlayer(database.db, { username });
  const itemIds = await createListings(database.db, { seller, gameId, prices });
  return { seller, itemIds, itemId: itemIds[0] ?? '' };
}

test('an empty market says so, with one thing to do', async () => {
  const text = await textOf(await visit().get(market));
  expect(text).toContain('All cards for sale 0 items');
  expect(text).toContain('No items found on the market. Browse the shop');
  const { player } = await playerScene(database.db);
  const own = await textOf(await player.get(market));
  expect(own).toContain('No items found on the market. Sell one of your cards');
});

describe('a visitor', () => {
  test('reads the market: a caption, cards with what a buyer must know, and pages', async () => {
    const { seller } = await listings([7_50, ...Array(10).fill(3_00)]);
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

  test('is led to the login by Buy, and back to the question', async () => {
    const { itemId, seller } = await listings([1_00]);
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

  test('gets a page that is kept for all: no key, and nobody’s own', async () => {
    const { seller } = await listings([1_00]);
    const response = await visit().get(`${market}?q=${seller.username}`);
    expect(response.headers.get('ETag')).not.toBeNull();
    const html = await response.text();
    expect(html).not.toMatch(/name="key"|Change price|Remove|Your listings/);
    expect(html).not.toContain(seller.id);
  });
});

describe('the address', () => {
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
  ])('%s leads to what is meant', async (asked, meant) => {
    const response = await visit().get(market + asked);
    const location = response.headers.get('Location');
    if (asked === '?page=999999999') expect(location).toMatch(/page=\d+$/);
    else expect(location).toBe(market + meant);
  });

  test('is searched by one form, of term and game together', async () => {
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

  test('holds the filters, which are links and a form that keep one another', async () => {
    const html = await (await visit().get(`${market}?q=crown&game=${gameId}&order=price`)).text();
    expect(html).toContain(
      `href="${market}?q=crown&amp;game=${gameId}&amp;rarity=rare&amp;order=price"`,
    );
    expect(html).toContain(`href="${market}?q=crown&amp;game=${gameId}"`);
    expect(html).toContain('<input type="hidden" name="order" value="price"/>');
    expect(html).toContain(`<option value="${gameId}" selected="">Deep &amp; Dark</option>`);
    expect(html).toContain(`href="${market}?order=price"`);
  });

  test('of nothing says what was sought, as text', async () => {
    const response = await visit().get(`${market}?q=%3Cscript%3Ealert(1)%3C/script%3E`);
    const html = await response.text();
    expect(html).toContain('matching “&lt;script&gt;alert(1)&lt;/script&gt;”');
    expect(html).not.toContain('<script>alert(1)');
    expect(html).toContain('See the whole market');
  });
});

describe('a player', () => {
  const keyOf = (html: string) => /name="key" value="([^"]+)"/.exec(html)?.[1] ?? '';

  test('is asked, buys without script, and is told; the item is gone and paid', async () => {
    const { itemId, seller } = await listings([12_34]);
    const { player, actor } = await playerScene(database.db, { balance: 50_00 });
    const asked = await player.get(`${market}?q=${seller.username}&buy=${itemId}`);
    const html = await asked.clone().text();
    const text = await textOf(asked);
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
    expect(await balanceOf(database.db, seller)).toBe(12_34);

    // The same form again, as a reload sends it.
    expect(await send()).toContain('Item purchased successfully');
    expect(await balanceOf(database.db, actor)).toBe(37_66);
    // Nobody else is told so by the address.
    const { player: other } = await playerScene(database.db);
    const path = `${market}?bought=${itemId}`;
    expect(await textOf(await other.get(path))).not.toContain('purchased');
    expect(await textOf(await visit().get(path))).not.toContain('purchased');
  });

  test('is told of an item that is gone, and keeps the money', async () => {
    const { itemId, seller } = await listings([1_00]);
    await withdrawListing(actAs(database.db, seller), { itemId, key: randomUUID() });
    const { player, actor } = await playerScene(database.db, { balance: 50_00 });
    const asked = await textOf(await player.get(`${market}?buy=${itemId}`));
    expect(asked).toContain('This item is no longer available.');
    expect(asked).not.toContain('Are you sure');
    const posted = await player.post(market, { itemId, key: randomUUID() });
    expect(posted.status).toBe(409);
    expect(await textOf(posted)).toContain('This item is no longer available.');
    expect(await balanceOf(database.db, actor)).toBe(50_00);
  });

  test('with too little money is led to add some', async () => {
    const { itemId } = await listings([12_34]);
    const { player } = await playerScene(database.db, { balance: 5_00 });
    const asked = await player.get(`${market}?buy=${itemId}`);
    const html = await asked.clone().text();
    const text = await textOf(asked);
    // Nothing is asked that cannot be done; the list says it beforehand, too.
    expect(text).not.toContain('Are you sure');
    expect(text).toContain('Not enough money.');
    expect(text).toContain('$7.34 is missing to buy this card. Add Money Cancel');
    expect(text).toContain('Not enough money: $7.34 missing');
    expect(html).not.toContain('name="itemId"');
    const posted = await player.post(market, { itemId, key: randomUUID() });
    expect(posted.status).toBe(409);
    expect(await textOf(posted)).toContain('Not enough money.');
  });

  test('finds own items marked, with Change price and Remove instead of Buy', async () => {
    const { player, actor } = await playerScene(database.db);
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
    const asked = await textOf(await player.get(`${market}?buy=${itemId}`));
    expect(asked).toContain('This item is your own.');
    expect(asked).not.toContain('Are you sure');
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
    'who asks to buy “%s” is told that there is no such item',
    async (itemId) => {
      const { player } = await playerScene(database.db);
      const asked = await player.get(`${market}?buy=${encodeURIComponent(itemId)}`);
      expect(asked.status).toBe(200);
      expect(await textOf(asked)).toContain('This item is no longer available.');
      const posted = await player.post(market, { itemId, key: randomUUID() });
      expect(posted.status).toBe(400);
      expect(await textOf(posted)).toContain('This item is no longer available.');
    },
  );
});

test('a guest is told why not, and how to become a player', async () => {
  const { itemId } = await listings([1_00]);
  const { player, actor } = await playerScene(database.db, { balance: 50_00, role: 'guest' });
  const asked = await player.get(`${market}?buy=${itemId}`);
  const html = await asked.clone().text();
  const text = await textOf(asked);
  expect(text).not.toContain('Are you sure');
  expect(text).toContain('Guests cannot buy cards.');
  expect(text).toContain('Register to keep your games and cards, and to trade.');
  expect(html).toContain('href="/register"');
  expect(html).not.toContain('name="itemId"');
  const posted = await player.post(market, { itemId, key: randomUUID() });
  expect(posted.status).toBe(403);
  expect(await balanceOf(database.db, actor)).toBe(50_00);
});

test('a page has as many items as its reader asks for, ten where nothing is said', async () => {
  await listings(Array.from({ length: 14 }, (_, index) => 77_00 + index));
  const { player } = await playerScene(database.db);
  const shown = async (query: string) => {
    const html = await (await player.get(`${market}?${query}`)).text();
    return new Set(html.match(/id="item-[0-9a-f-]+"/g)).size;
  };
  expect(await shown('')).toBe(10);
  expect(await shown('perPage=12')).toBe(12);
  expect(await shown('perPage=100')).toBeGreaterThan(13);
  const away = async (query: string) =>
    (await player.get(`${market}?${query}`)).headers.get('Location');
  expect(await away('perPage=1')).toBe(market);
  expect(await away('perPage=1000')).toBe(`${market}?perPage=100`);
  expect(await away('perPage=10&order=price')).toBe(`${market}?order=price`);
});
