import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { cards } from '#database/schema.ts';
import { listCardSet } from '#domain/card-sets/list-card-set.ts';
import { importGames } from '#domain/catalog/games/import-games.ts';
import { buyGame } from '#domain/game-library/buy-game.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets, createClock } from '#test/fixtures/factories.ts';
import { generateBundle, generateGame } from '#test/fixtures/generated-catalog.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const studio = { id: 1_100_000_001, slug: 'studio', name: 'Studio', description: '' };
const publisher = { id: 1_000_000_001, slug: 'house', name: 'House', description: '' };

const fullGame = generateGame({
  name: 'Deep & Dark',
  rating: 4.47,
  ratings: [
    { title: 'recommended', count: 1_200, percent: 60 },
    { title: 'exceptional', count: 800, percent: 40 },
  ],
  ratingsCount: 2_000,
  platforms: [{ name: 'Linux' }, { name: 'PC', minimum: 'Two cores', recommended: 'Four cores' }],
  genres: [{ slug: 'role-playing-games-rpg', name: 'RPG' }],
  developerIds: [studio.id],
  publisherIds: [publisher.id],
  website: 'https://deep.example/',
  description: 'Down and down.',
  cover: '/art/covers/deep.svg',
  scene: '/art/scenes/deep.svg',
  detail: '/art/details/deep.svg',
});
const sequel = generateGame({
  name: 'Deeper',
  developerIds: [studio.id],
  genres: fullGame.genres,
  ratingsCount: 5,
});
const sameGenre = generateGame({ name: 'Cousin', genres: fullGame.genres, ratingsCount: 7 });
const racer = generateGame({
  name: 'Racer',
  genres: [{ slug: 'racing', name: 'Racing' }],
  platforms: [{ name: 'Nintendo Switch' }],
});
const rival = generateGame({
  name: 'Rival',
  genres: [{ slug: 'racing', name: 'Racing' }],
  platforms: [
    {
      name: 'PC',
      minimum: 'OS: Windows 7\nMemory: 8 GB RAM\nA wheel helps.',
      recommended: 'OS: Windows 10',
    },
  ],
});
const bareGame = generateGame({
  released: null,
  rating: 0,
  ratingsCount: null,
  website: 'javascript:alert(1)',
});

beforeAll(async () => {
  await createCardSets(database.db);
  await importGames(
    { db: database.db, clock: createClock() },
    generateBundle({
      games: [fullGame, sequel, sameGenre, racer, rival, bareGame],
      developers: [studio],
      publishers: [publisher],
    }),
  );
});

describe('the game page', () => {
  test('shows all facts of the game', async () => {
    const response = await createWeb(database.db).visit().get(`/game-info/${fullGame.id}`);
    expect(response.status).toBe(200);
    const html = await response.clone().text();
    const text = await textOf(response);
    for (const part of [
      'Deep &amp; Dark',
      'Down and down.',
      'Average rating 4.47 of 5',
      'Top rating Recommended: 1,200 (60.0%)',
      'Total reviews 2,000',
      'Release date Feb 3, 2020',
      'Developer Studio',
      'Publisher House',
      'Platforms Linux, PC',
      'Genres RPG',
      'Minimum Two cores Recommended Four cores',
      'Price $9.99',
      'Crown Legendary',
      '2.0% of draws',
    ]) {
      expect(text).toContain(part);
    }
    expect(html).toContain('href="https://deep.example/"');
    expect(html).toContain('href="https://www.twitch.tv/directory/category/deep-dark"');
    expect(html).toContain('href="https://www.youtube.com/results?search_query=Deep%20%26%20Dark"');
    expect(html).toContain(`href="/developer/${studio.id}"`);
    expect(html).toContain(`href="/publisher/${publisher.id}"`);
  });

  test('shows each image once, as a link that works without scripts', async () => {
    const html = await (
      await createWeb(database.db).visit().get(`/game-info/${fullGame.id}`)
    ).text();
    const links = [...html.matchAll(/<a href="(\/art\/[^"]+)"/g)].map(([, href]) => href);
    expect(links).toEqual([fullGame.cover, fullGame.scene, fullGame.detail]);
    const withoutImages = await createWeb(database.db).visit().get(`/game-info/${bareGame.id}`);
    expect(await withoutImages.text()).not.toContain('Pictures of');
  });

  test('shows requirement lines with a label as a list and other lines as text', async () => {
    const response = await createWeb(database.db).visit().get(`/game-info/${rival.id}`);
    const html = await response.clone().text();
    expect(html).toMatch(/<dt[^>]*>OS<\/dt><dd[^>]*>Windows 7<\/dd>/);
    expect(html).toMatch(/<dt[^>]*>Memory<\/dt><dd[^>]*>8 GB RAM<\/dd>/);
    expect(await textOf(response)).toContain(
      'Minimum OS Windows 7 Memory 8 GB RAM A wheel helps. Recommended OS Windows 10',
    );
  });

  test('shows more games of its developer and its genre', async () => {
    const { get } = createWeb(database.db).visit();
    const response = await get(`/game-info/${fullGame.id}`);
    const html = await response.clone().text();
    const text = await textOf(response);
    expect(text).toMatch(
      /More from Studio See all of More from Studio +Deeper \w+ \d+, 2020 Rating \d\.\d \$9\.99/,
    );
    expect(text).toMatch(
      /More RPG games See all of More RPG games +Cousin \w+ \d+, 2020 Rating \d\.\d \$9\.99/,
    );
    expect(html).toContain('href="/?genre=role-playing-games-rpg"');
    // The shop has no filter for racing, so the shelf has no link to a list.
    const racing = await textOf(await get(`/game-info/${racer.id}`));
    expect(racing).toMatch(/More Racing games +Rival/);
    expect(racing).not.toContain('More from');
  });

  test('shows default texts for missing facts, and links only to http and https URLs', async () => {
    const response = await createWeb(database.db).visit().get(`/game-info/${bareGame.id}`);
    const html = await response.clone().text();
    const text = await textOf(response);
    expect(text).toContain('Minimum Unknown Recommended Same as Minimum');
    expect(text).toContain('Not enough ratings for a breakdown');
    const withoutPc = await createWeb(database.db).visit().get(`/game-info/${racer.id}`);
    expect(await textOf(withoutPc)).not.toContain('PC requirements');
    expect(html).not.toContain('href="javascript:');
  });

  test.each(['7', 'abc', '-1', '0', '1e9', '1.5', '1099511627776', '%00', '%F0%9F%8E%B2'])(
    'shows that there is no game info for the id %s',
    async (id) => {
      const { get } = createWeb(database.db).visit();
      const response = await get(`/game-info/${id}`);
      expect(response.status).toBe(404);
      expect(await textOf(response)).toContain('No game info available');
    },
  );
});

describe('the cards on the game page', () => {
  test('have a note that they are shared when the game has no set of its own', async () => {
    const { get } = createWeb(database.db).visit();
    const text = await textOf(await get(`/game-info/${fullGame.id}`));
    expect(text).toContain('All games without a set of their own share them.');
    expect(text).not.toContain('You have');
    expect(text).not.toContain('Play for cards');
  });

  test('show an owner how many are held, with links to playing and the inventory', async () => {
    const { player, actor, ctx } = await createLoggedInPlayer(database.db);
    await buyGame(ctx, { gameId: fullGame.id, key: randomUUID(), price: 9_99 });
    const { kinds } = await listCardSet(database, fullGame.id);
    const giveCard = (gameId: number, kindId = '', state: 'held' | 'listed' = 'held') =>
      database.db.insert(cards).values({
        ownerId: actor.id,
        kindId,
        gameId,
        state,
        origin: 'granted',
        createdAt: new Date(),
      });
    await giveCard(fullGame.id, kinds[0]?.id);
    await giveCard(fullGame.id, kinds[0]?.id);
    await giveCard(fullGame.id, kinds[1]?.id);
    // Listed cards and cards of other games do not count.
    await giveCard(fullGame.id, kinds[2]?.id, 'listed');
    await giveCard(sameGenre.id, kinds[3]?.id);

    const response = await player.get(`/game-info/${fullGame.id}`);
    const html = await response.clone().text();
    const text = await textOf(response);
    expect(text).toContain(`You have 2 of ${kinds.length}.`);
    expect(text.match(/Yours/g)).toHaveLength(2);
    expect(text).toContain('Yours ×2');
    expect(html).toContain(`href="/game-session/${fullGame.id}"`);
    expect(html).toContain(`href="/profile/${actor.username}/inventory"`);
  });
});
