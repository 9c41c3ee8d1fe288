import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { notifications } from '#database/schema.ts';
import { savePreferences } from '#domain/accounts/preferences/save-preferences.ts';
import type { Actor } from '#domain/actor.ts';
import { importGames } from '#domain/catalog/games/import-games.ts';
import type { Ctx } from '#domain/context.ts';
import { addMoney } from '#domain/wallet/add-money.ts';
import { createConversation } from '#test/fixtures/conversation.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createDiscussionFixture } from '#test/fixtures/discussions.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { befriend } from '#test/fixtures/friends.ts';
import { generateBundle, generateGame } from '#test/fixtures/generated-catalog.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { createListings, createTradedGame, kindId } from '#test/fixtures/market.ts';

const database = useDatabase();
const count = 33;
const numbers = Array.from({ length: count }, (_, number) => number);
const at = new Date('2026-03-14T11:00:00Z');

interface List {
  name: string;
  /** The default number of items on a page. */
  defaultSize: number;
  /** Creates 33 items of `actor` or for everybody. Returns the path of the list. */
  fill: (ctx: Ctx & { actor: Actor }) => Promise<string>;
  /** Matches each item once in the HTML. */
  item: RegExp;
}

const lists: List[] = [
  {
    name: 'the shop',
    defaultSize: 24,
    async fill(ctx) {
      const games = numbers.map((number) => generateGame({ name: `Numbered Novella ${number}` }));
      await importGames(ctx, generateBundle({ games }));
      return '/?q=novella';
    },
    item: /href="\/game-info\/\d+"/g,
  },
  {
    name: 'the discussions',
    defaultSize: 5,
    async fill({ actor }) {
      const { startDiscussion } = createDiscussionFixture(database.db);
      for (const number of numbers)
        await startDiscussion(actor, { title: `Numbered question ${number}` });
      return '/community/discussion?q=numbered';
    },
    item: /href="\/community\/discussions\/[0-9a-f-]{36}"/g,
  },
  {
    name: 'the search for users',
    defaultSize: 20,
    async fill() {
      for (const number of numbers)
        await createPlayer(database.db, { username: `counted-${number}` });
      return '/community/social?q=counted-';
    },
    item: /href="\/profile\/counted-\d+"/g,
  },
  {
    name: 'the wallet',
    defaultSize: 20,
    async fill(ctx) {
      // The fixture has already created the first entry.
      for (const _ of numbers.slice(1)) await addMoney(ctx, { amount: 1_00, key: randomUUID() });
      return '/profile/wallet';
    },
    item: /<tr class="max-sm:grid/g,
  },
  {
    name: 'the messages',
    defaultSize: 20,
    async fill({ actor }) {
      for (const _ of numbers) {
        const friend = await createPlayer(database.db);
        await befriend(database.db, actor.id, friend.id);
        await createConversation(database.db, [actor.id, friend.id], { count: 1, text: 'Hello' });
      }
      return '/messages';
    },
    item: /href="\/chat\/[^"]+"/g,
  },
  {
    name: 'the notifications',
    defaultSize: 20,
    async fill({ actor }) {
      const other = await createPlayer(database.db);
      await database.db.insert(notifications).values(
        numbers.map((number) => ({
          userId: actor.id,
          actorId: other.id,
          kind: 'item-sold' as const,
          thing: `${number}:default-crown`,
          thingName: 'Crown',
          amount: 1_00,
          at,
        })),
      );
      return '/profile/notification';
    },
    item: /\/cards\/default-crown\?game=\d+"/g,
  },
  {
    name: 'the listings of a card',
    defaultSize: 10,
    async fill() {
      const seller = await createPlayer(database.db);
      const gameId = await createTradedGame(database.db);
      await createListings(database.db, { seller, gameId, prices: numbers.map(() => 1_00) });
      return `/community/market/cards/${kindId}?game=${gameId}`;
    },
    item: /\?buy=[0-9a-f-]{36}"/g,
  },
];

async function openList({ fill, item }: List) {
  const { player, ctx } = await createLoggedInPlayer(database.db);
  const path = await fill(ctx);
  const pathWith = (query: string) =>
    query ? `${path}${path.includes('?') ? '&' : '?'}${query}` : path;
  const get = (query: string) => player.get(pathWith(query));
  const htmlOf = async (query: string) => (await get(query)).text();
  const shown = async (query: string) => (await htmlOf(query)).match(item)?.length ?? 0;
  const prefer = (itemsPerPage: number | null) => savePreferences(ctx, { itemsPerPage });
  return { path, pathWith, get, htmlOf, shown, prefer };
}

describe.each(lists)('$name', (list) => {
  let opened: Awaited<ReturnType<typeof openList>>;
  beforeAll(async () => {
    opened = await openList(list);
  });

  test('shows the chosen number of items per page, from 10 to 100', async () => {
    const { pathWith, get, htmlOf, shown } = opened;
    expect(await shown('')).toBe(list.defaultSize);
    expect(await shown('perPage=12')).toBe(12);
    expect(await shown('perPage=100')).toBe(count);
    expect(await shown('perPage=12&page=3')).toBe(9);

    // An invalid number is ignored, and a number that is too high means 100.
    const shownAfterRedirect = async (query: string) => {
      const location = (await get(query)).headers.get('Location');
      return location === null ? shown(query) : shown(location.slice(pathWith('').length + 1));
    };
    for (const invalid of ['perPage=abc', 'perPage=', 'perPage=1e9', 'perPage=%00']) {
      expect([invalid, await shownAfterRedirect(invalid)]).toEqual([invalid, list.defaultSize]);
    }
    expect(await shownAfterRedirect('perPage=1')).toBe(10);
    expect(await shownAfterRedirect('perPage=100000')).toBe(count);

    // A form without scripts also sends the default number.
    const withDefault = await get(`perPage=${list.defaultSize}`);
    expect(withDefault.headers.get('Location')).toBe(pathWith(''));

    const html = await htmlOf('perPage=12');
    const form =
      /<form(?:(?!<\/form>).)*<select[^>]*name="perPage".*?<\/form>/s.exec(html)?.[0] ?? '';
    expect(form).toContain('method="get"');
    expect(form).toContain('<option value="12" selected="">12</option>');
    expect(form).toMatch(/<noscript>.*Apply/s);
  });

  test('keeps the chosen number on its other pages and in its search', async () => {
    const html = await opened.htmlOf('perPage=12');
    const next = /<a(?=[^>]*rel="next")[^>]*href="([^"]+)"/.exec(html)?.[1] ?? '';
    const parameters = new URL(next.replaceAll('&amp;', '&'), 'http://localhost').searchParams;
    expect([parameters.get('perPage'), parameters.get('page')]).toEqual(['12', '2']);
    for (const [form] of html.matchAll(/<form[^>]*role="search".*?<\/form>/gs)) {
      expect(form).toMatch(/name="perPage"[^>]*value="12"|name="perPage".*value="12" selected=""/s);
    }
  });

  test('shows as many items as the account chose in its settings', async () => {
    const { pathWith, get, htmlOf, shown, prefer } = opened;
    const chosen = list.defaultSize === 10 ? 20 : 10;
    await prefer(chosen);
    try {
      expect(await shown('')).toBe(chosen);
      expect(await shown('page=2')).toBe(Math.min(chosen, count - chosen));
      const html = await htmlOf('');
      expect(/<a(?=[^>]*rel="next")[^>]*href="([^"]+)"/.exec(html)?.[1]).not.toContain('perPage');
      expect(html).toContain(`<option value="${chosen}" selected="">`);
      // The number in the address has precedence, also the one of the list.
      expect(await shown(`perPage=${list.defaultSize}`)).toBe(list.defaultSize);
      expect(await shown('perPage=12')).toBe(12);
      expect((await get(`perPage=${chosen}`)).headers.get('Location')).toBe(pathWith(''));
    } finally {
      await prefer(null);
    }
  });
});
