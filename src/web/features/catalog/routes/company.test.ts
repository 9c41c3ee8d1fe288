import { beforeAll, describe, expect, test } from 'vitest';
import { importGames } from '#domain/catalog/games/import-games.ts';
import { buyGame } from '#domain/game-library/buy-game.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createClock } from '#test/fixtures/factories.ts';
import { generateBundle, generateGame } from '#test/fixtures/generated-catalog.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

const both = {
  publisher: { id: 1_000_000_001, slug: 'both', name: 'Both & Sons', description: 'Sells them.' },
  developer: { id: 1_100_000_001, slug: 'both', name: 'Both & Sons', description: 'Makes them.' },
};
const seller = { id: 1_000_000_002, slug: 'seller', name: 'Seller', description: '' };
// The seller with the id that the catalog provider uses.
const providerSeller = { id: 58, slug: 'seller', name: 'Seller', description: '' };
// A developer with the seller's name and no games: the publisher's page does not link to it.
const gameless = { id: 1_100_000_002, slug: 'seller', name: 'Seller', description: '' };
const unreleased = { id: 1_000_000_003, slug: 'coming', name: 'Coming', description: '' };

const manyGames = Array.from({ length: 26 }, (_, index) =>
  generateGame({
    name: `Tale ${index + 1}`,
    released: `${1990 + index}-05-01`,
    ratingsCount: 1_000 - index,
    cover: `/art/covers/tale-${index + 1}.svg`,
    scene: `/art/scenes/tale-${index + 1}.svg`,
    publisherIds: [both.publisher.id],
    developerIds: index < 2 ? [both.developer.id] : [],
  }),
);
const soldGame = generateGame({ released: '2020-02-03', publisherIds: [seller.id] });
const announced = generateGame({ released: null, publisherIds: [unreleased.id] });

beforeAll(async () => {
  await importGames(
    { db: database.db, clock: createClock() },
    generateBundle({
      games: [...manyGames, soldGame, announced],
      publishers: [both.publisher, seller, providerSeller, unreleased],
      developers: [both.developer, gameless],
    }),
  );
});

const publisher = `/publisher/${both.publisher.id}`;
const developer = `/developer/${both.developer.id}`;

describe("a company's page", () => {
  test('shows the description, the years of its releases and its games in pages', async () => {
    const { get } = createWeb(database.db).visit();
    const first = await get(publisher);
    const html = await first.clone().text();
    const text = await textOf(first);
    expect(text).toContain('Publisher Both &amp; Sons Sells them.');
    expect(text).toContain('26 games');
    expect(text).toContain('1990 to 2015');
    expect(text).toContain('Page 1 of 2');
    expect(html).toContain('src="/art/scenes/tale-1.svg"');
    expect(html).toContain(`href="${publisher}?page=2"`);
    expect(text).not.toContain('Tale 26');

    const second = await get(`${publisher}?page=2`);
    const secondHtml = await second.clone().text();
    expect(await textOf(second)).toContain('Tale 26');
    // The header shows the best-known games of the company, not of the page.
    expect(secondHtml).toContain('src="/art/scenes/tale-1.svg"');
    expect(secondHtml).toContain('rel="prev"');
  });

  test('links the publisher and the developer of the same name to each other', async () => {
    const { get } = createWeb(database.db).visit();
    const publisherHtml = await (await get(publisher)).text();
    expect(publisherHtml).toContain(`href="${developer}"`);
    const response = await get(developer);
    const developerHtml = await response.clone().text();
    const text = await textOf(response);
    expect(text).toContain('Developer Both &amp; Sons Makes them.');
    expect(text).toContain('2 games');
    expect(text).toContain('1990 to 1991');
    expect(developerHtml).toContain(`href="${publisher}"`);
  });

  test('has one canonical URL when the company has two ids', async () => {
    const { get } = createWeb(database.db).visit();
    const canonical = `/publisher/${providerSeller.id}`;
    for (const path of [`/publisher/${seller.id}`, canonical]) {
      const html = await (await get(path)).text();
      expect(html).toContain(`<link rel="canonical" href="http://localhost:3000${canonical}"`);
      expect(html).toContain(`<meta property="og:url" content="http://localhost:3000${canonical}"`);
      expect(html).not.toContain(`"url":"http://localhost:3000/publisher/${seller.id}"`);
    }
  });

  test('does not link to a counterpart without games, and shows a single year once', async () => {
    const response = await createWeb(database.db).visit().get(`/publisher/${seller.id}`);
    const html = await response.clone().text();
    const text = await textOf(response);
    expect(html).not.toContain(`href="/developer/${gameless.id}"`);
    expect(text).not.toContain('As developer');
    expect(text).toContain('Releases 2020 ');
  });

  test('shows a text for games without a date and for a company without games', async () => {
    const { get } = createWeb(database.db).visit();
    expect(await textOf(await get(`/publisher/${unreleased.id}`))).toContain('To be announced');
    const empty = await get(`/developer/${gameless.id}`);
    expect(empty.status).toBe(200);
    expect(await textOf(empty)).toContain('No games found.');
  });

  test('marks the games that the reader owns', async () => {
    const { player, ctx } = await createLoggedInPlayer(database.db);
    await buyGame(ctx, { gameId: manyGames[0]?.id ?? 0, key: crypto.randomUUID(), price: 9_99 });
    const text = await textOf(await player.get(publisher));
    expect(text.match(/In library/g)).toHaveLength(1);
  });

  test('redirects from beyond the last page to the last page', async () => {
    const { get } = createWeb(database.db).visit();
    for (const [requested, last] of [
      [`${publisher}?page=99`, `${publisher}?page=2`],
      [`${developer}?page=2`, developer],
    ] as const) {
      const response = await get(requested);
      expect([response.status, response.headers.get('Location')]).toEqual([302, last]);
    }
  });

  test.each(['7', 'abc', '0', '1e9', '9999999999', '%00'])(
    'answers 404 for the id %s',
    async (id) => {
      const { get } = createWeb(database.db).visit();
      for (const kind of ['publisher', 'developer']) {
        const response = await get(`/${kind}/${id}`);
        expect(response.status).toBe(404);
        expect(await textOf(response)).toContain(`There is no such ${kind}.`);
      }
    },
  );
});
