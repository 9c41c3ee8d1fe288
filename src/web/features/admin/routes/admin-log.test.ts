import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { createOwnGame } from '#domain/catalog/own-games/save-own-game.ts';
import { setGameHidden } from '#domain/moderation/hidden-games/set-game-hidden.ts';
import { ownGameInput } from '#shared/schemas/own-games.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

it('the log shows who changed what, filtered by account and act', async () => {
  const { ctx, actor, player } = await createLoggedInPlayer(database.db, { role: 'admin' });
  const name = `<i>Lantern</i> ${randomUUID()}`;
  const { gameId } = await createOwnGame(ctx, ownGameInput.parse({ name, price: '4.50' }));
  await setGameHidden(ctx, { gameId, isHidden: true });
  const html = await (await player.get('/admin/log')).text();
  expect(html).toContain(`&lt;i&gt;Lantern&lt;/i&gt;`);
  expect(html).toContain(`href="/game-info/${gameId}"`);
  expect(html).toContain('From the price of the site to $4.50');
  expect(html).toContain('0 listings, 0 orders, 0 offers');
  const hidden = await textOf(await player.get(`/admin/log?of=${actor.username}&act=hide-game`));
  expect(hidden).toContain('0 listings');
  expect(hidden).not.toContain('to $4.50');
  expect(await textOf(await player.get('/admin/log?of=nobody'))).toContain(
    'No such act is in the log.',
  );
  for (const q of ['LANTERN', String(gameId), name.slice(-8)])
    expect(await textOf(await player.get(`/admin/log?q=${q}`)), q).toContain('to $4.50');
  for (const q of ['l%n', 'no such game'])
    expect(await textOf(await player.get(`/admin/log?q=${encodeURIComponent(q)}`)), q).toContain(
      'No such act is in the log.',
    );
  const far = await player.get('/admin/log?page=400');
  expect(far.headers.get('Location')).toBe('/admin/log');
  for (const query of ['act=unknown', 'page=-1', 'of=%00', `of=${'x'.repeat(300)}`])
    expect((await player.get(`/admin/log?${query}`)).status).toBe(200);
});
