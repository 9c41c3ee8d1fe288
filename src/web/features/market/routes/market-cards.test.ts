import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { createListings, createTradedGame, kindId } from '#test/fixtures/market.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const path = '/community/market/cards';

it('a player saves the filters as a search, opens it again, deletes it and undoes that', async () => {
  const { player } = await createLoggedInPlayer(database.db);
  expect(await textOf(await player.get(path))).not.toContain('Save this search');
  const page = `${path}?rarity=rare&max=5.00`;
  expect(await textOf(await player.get(page))).toContain('Save this search');
  const form = { intent: 'save-search', name: ' Rare,  cheap ', query: 'max=5&rarity=rare&page=7' };
  expect(await textOf(await player.post(page, form))).toContain(
    'The search “Rare, cheap” is saved.',
  );
  const html = await (await player.get(path)).text();
  expect(html).toContain('href="/community/market/cards?rarity=rare&amp;max=5.00"');
  expect(await textOf(await player.get(page))).not.toContain('Save this search');

  const empty = await player.post(page, { ...form, name: ' ' });
  expect(empty.status).toBe(400);
  expect(await textOf(empty)).toContain('Please enter a name.');
  const searchId = /value="([^"]+)"[^>]* name="searchId"/.exec(html)?.[1] ?? '';
  const deleted = await player.post(path, { intent: 'delete-search', searchId });
  const answer = await deleted.text();
  const undo = answer.slice(answer.indexOf('The search is deleted.'), answer.indexOf('Undo'));
  expect(await textOf(await player.get(path))).not.toContain('Rare, cheap');
  const saved = Object.fromEntries(
    ['intent', 'name', 'query'].map((name) => [
      name,
      new RegExp(`name="${name}" value="([^"]+)"`).exec(undo)?.[1]?.replaceAll('&amp;', '&') ?? '',
    ]),
  );
  await player.post(path, saved);
  const again = await (await player.get(path)).text();
  expect(again).toContain('Rare, cheap');
  expect(again).toContain('href="/community/market/cards?rarity=rare&amp;max=5.00"');
});

it('a price that cannot be read stays in its field with an error text, and the other filters hold', async () => {
  const visitor = createWeb(database.db).visit();
  const answer = await visitor.get(`${path}?rarity=rare&min=cheap&max=5.00`);
  expect(answer.status).toBe(200);
  const html = await answer.text();
  const [min, max] = ['min', 'max'].map(
    (name) => html.match(`<input[^>]*name="${name}"[^>]*>`)?.[0],
  );
  expect(min).toContain('value="cheap"');
  expect(min).toContain('aria-invalid="true"');
  expect(max).toContain('value="5.00"');
  expect(html).toContain('Write a price such as 1.50.');
  expect(html).toContain('noindex');
});

it('visitors have no saved searches and no wish buttons', async () => {
  const seller = await createPlayer(database.db);
  const gameId = await createTradedGame(database.db);
  await createListings(database.db, { seller, gameId, prices: [1_00] });
  const visitor = createWeb(database.db).visit();
  const html = await (await visitor.get(`${path}?game=${gameId}&max=2.00`)).text();
  expect(html).toContain('Crown');
  expect(html).not.toContain('Save this search');
  expect(html).not.toContain('Wish for');
  const form = { intent: 'save-search', name: 'Mine', query: 'max=2.00' };
  expect((await visitor.post(path, form)).headers.get('Location')).toContain('/login');
});

it('a tile has a button that puts its card on the wishlist and takes it off', async () => {
  const seller = await createPlayer(database.db);
  const gameId = await createTradedGame(database.db);
  await createListings(database.db, { seller, gameId, prices: [1_00] });
  const { player } = await createLoggedInPlayer(database.db);
  const tile = `${path}?game=${gameId}`;
  const readButton = async () =>
    /value="((?:add|remove):[^"]+)" aria-pressed="(\w+)"/.exec(
      await (await player.get(tile)).text(),
    );
  const [, add = '', before] = (await readButton()) ?? [];
  expect([add, before]).toEqual([`add:${gameId}:${kindId}`, 'false']);
  expect(await textOf(await player.post('/wishlist', { wish: add }))).toContain(
    'The card is on your wishlist.',
  );
  const [, remove = '', after] = (await readButton()) ?? [];
  expect([remove, after]).toEqual([`remove:${gameId}:${kindId}`, 'true']);
  await player.post('/wishlist', { wish: remove });
  expect((await readButton())?.[2]).toBe('false');
  const invalid = { wish: `buy:${gameId}:${kindId}`, key: randomUUID() };
  expect((await player.post('/wishlist', invalid)).status).toBe(400);
});
