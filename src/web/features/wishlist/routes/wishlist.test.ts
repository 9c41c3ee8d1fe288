import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets, createGame } from '#test/fixtures/factories.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

beforeAll(() => createCardSets(database.db));

describe('the wishlist page', () => {
  it('adds a card, sets and shows its alert, and removes it', async () => {
    const { player } = await createLoggedInPlayer(database.db);
    const game = await createGame(database.db, { name: 'Castles' });
    const card = { gameId: String(game.id), kindId: 'default-crown' };
    expect(await textOf(await player.get('/wishlist'))).toContain('You wish for no cards yet.');
    await player.post('/wishlist', { intent: 'add', ...card });
    const page = `/community/market/cards/default-crown?game=${game.id}`;
    expect(await textOf(await player.get(page))).toContain('Take off the wishlist');
    const refused = await player.post('/wishlist', { intent: 'alert', ...card, price: 'x' });
    expect(refused.status).toBe(400);
    await player.post('/wishlist', { intent: 'alert', ...card, price: '1.50' });
    const html = await (await player.get('/wishlist')).text();
    expect(html).toContain('Castles');
    expect(html).toContain('value="1.50"');
    await player.post('/wishlist', { intent: 'remove', ...card });
    expect(await textOf(await player.get('/wishlist'))).toContain('You wish for no cards yet.');
  });

  it('sends visitors to the login', async () => {
    const response = await createWeb(database.db).visit().get('/wishlist');
    expect(response.status).toBe(302);
    expect(response.headers.get('Location')).toContain('/login');
  });
});
