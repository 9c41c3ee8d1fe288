import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { buyGame } from '#domain/game-library/buy-game.ts';
import { fairShareConstants } from '#shared/constants/server/http-requests.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createGame } from '#test/fixtures/factories.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';

const database = useDatabase();

describe('the wallet as CSV', () => {
  it('lists every entry and escapes formulas', async () => {
    const { player, ctx } = await createLoggedInPlayer(database.db);
    const game = await createGame(database.db, { name: '=cmd|"/c calc"!A1' });
    await buyGame(ctx, { gameId: game.id, key: randomUUID(), price: 9_99 });
    const response = await player.get('/profile/wallet.csv');
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    const [head, first, second] = (await response.text()).split('\r\n');
    expect(head).toBe('Date,What for,Amount,Balance after');
    expect(first).toMatch(/^[\dT:.Z-]+,"Game: =cmd\|""\/c calc""!A1",-9\.99,40\.01$/);
    expect(second).toMatch(/,"Money added",50\.00,50\.00$/);
  });

  it('keeps one of the places of the account until it was read', async () => {
    const { player, web } = await createLoggedInPlayer(database.db);
    const get = () => player.get('/profile/wallet.csv');
    const unread = await Promise.all(
      Array.from({ length: fairShareConstants.account.atOnce }, get),
    );
    let isAnswered = false;
    const next = get().then((response) => {
      isAnswered = true;
      return response;
    });
    expect((await web.visit().get('/about')).status).toBe(200);
    expect(isAnswered).toBe(false);
    await unread[0]?.body?.cancel();
    expect(await (await next).text()).toContain('Money added');
    // All places are free again.
    for (const response of unread.slice(1)) await response.text();
    expect(await Promise.all(unread.map(async () => (await get()).text()))).toHaveLength(4);
  });

  it('keeps no place for requests that want no body', async () => {
    const { player } = await createLoggedInPlayer(database.db);
    for (let count = 0; count <= fairShareConstants.account.atOnce; count += 1) {
      const response = await player.send('/profile/wallet.csv', { method: 'HEAD' });
      expect([response.status, response.body]).toEqual([200, null]);
    }
    expect(await (await player.get('/profile/wallet.csv')).text()).toContain('Money added');
  });

  it('sends visitors to the login', async () => {
    const { web } = await createLoggedInPlayer(database.db);
    const response = await web.visit().get('/profile/wallet.csv');
    expect(response.headers.get('Location')).toBe('/login?next=%2Fprofile%2Fwallet.csv');
  });
});
