import { beforeAll, describe, expect, test } from 'vitest';
import { importGames } from '#domain/catalog/games/import-games.ts';
import { buyGame } from '#domain/library/buy-game.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createClock } from '#test/fixtures/factories.ts';
import { generateBundle, generateGame } from '#test/fixtures/generated-catalog.ts';
import { playerScene } from '#test/fixtures/player.ts';
import { createWeb, textOf } from '#test/fixtures/web.ts';

const database = useDatabase();

const both = {
  publisher: { id: 1_000_000_001, slug: 'both', name: 'Both & Sons', description: 'Sells them.' },
  developer: { id: 1_100_000_001, slug: 'both', name: 'Both & Sons', description: 'Makes them.' },
};
const seller = { id: 1_000_000_002, slug: 'seller', name: 'Seller', description: '' };
// The seller as a games database numbers it.
const other = { id: 58, slug: 'seller', name: 'Seller', description: '' };
// Somebody of the seller's name who has made nothing is not a page worth going to.
const idle = { id: 1_100_000_002, slug: 'seller', name: 'Seller', description: '' };
const coming = { id: 1_000_000_003, slug: 'coming', name: 'Coming', description: '' };

const made = Array.from({ length: 26 }, (_, index) =>
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
const sold = generateGame({ released: '2020-02-03', publisherIds: [seller.id] });
const announced = generateGame({ released: null, publisherIds: [coming.id] });

beforeAll(async () => {
  await importGames(
    { db: database.db, clock: createClock() },
    generateBundle({
      games: [...made, sold, announced],
      publishers: [both.publisher, seller, other, coming],
      developers: [both.developer, idle],
    }),
  );
});

const publisher = `/publisher/${both.publisher.id}`;
const developer = `/developer/${both.developer.id}`;

describe("a company's page", () => {
  test('tells who it is, since when it is here, and its games by page', async () => {
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
    const rest = await second.clone().text();
    expect(await textOf(second)).toContain('Tale 26');
    // The head stays what it is: the company's best, not the page's.
    expect(rest).toContain('src="/art/scenes/tale-1.svg"');
    expect(rest).toContain('rel="prev"');
  });

  test('leads from the publisher to the developer of the same name and back', async () => {
    const { get } = createWeb(database.db).visit();
    const selling = await (await get(publisher)).text();
    expect(selling).toContain(`href="${developer}"`);
    const response = await get(developer);
    const making = await response.clone().text();
    const text = await textOf(response);
    expect(text).toContain('Developer Both &amp; Sons Makes them.');
    expect(text).toContain('2 games');
    expect(text).toContain('1990 to 1991');
    expect(making).toContain(`href="${publisher}"`);
  });

  test('tells machines of one address where it has two', async () => {
    const { get } = createWeb(database.db).visit();
    const theirs = `/publisher/${other.id}`;
    for (const path of [`/publisher/${seller.id}`, theirs]) {
      const html = await (await get(path)).text();
      expect(html).toContain(`<link rel="canonical" href="http://localhost:3000${theirs}"`);
      expect(html).toContain(`<meta property="og:url" content="http://localhost:3000${theirs}"`);
      expect(html).not.toContain(`"url":"http://localhost:3000/publisher/${seller.id}"`);
    }
  });

  test('leads nowhere when the other side has no games, and names a single year once', async () => {
    const response = await createWeb(database.db).visit().get(`/publisher/${seller.id}`);
    const html = await response.clone().text();
    const text = await textOf(response);
    expect(html).not.toContain(`href="/developer/${idle.id}"`);
    expect(text).not.toContain('As developer');
    expect(text).toContain('Releases 2020 ');
  });

  test('says that what has no date is still to come', async () => {
    const { get } = createWeb(database.db).visit();
    expect(await textOf(await get(`/publisher/${coming.id}`))).toContain('To be announced');
    const empty = await get(`/developer/${idle.id}`);
    expect(empty.status).toBe(200);
    expect(await textOf(empty)).toContain('No games found.');
  });

  test('marks what the reader owns', async () => {
    const { player, ctx } = await playerScene(database.db);
    await buyGame(ctx, { gameId: made[0]?.id ?? 0, key: crypto.randomUUID() });
    const text = await textOf(await player.get(publisher));
    expect(text.match(/In library/g)).toHaveLength(1);
  });

  test('sends back from beyond the last page', async () => {
    const { get } = createWeb(database.db).visit();
    for (const [asked, last] of [
      [`${publisher}?page=99`, `${publisher}?page=2`],
      [`${developer}?page=2`, developer],
    ] as const) {
      const response = await get(asked);
      expect([response.status, response.headers.get('Location')]).toEqual([302, last]);
    }
  });

  test.each(['7', 'abc', '0', '1e9', '9999999999', '%00'])('is not there for %s', async (id) => {
    const { get } = createWeb(database.db).visit();
    for (const kind of ['publisher', 'developer']) {
      const response = await get(`/${kind}/${id}`);
      expect(response.status).toBe(404);
      expect(await textOf(response)).toContain(`There is no such ${kind}.`);
    }
  });
});
