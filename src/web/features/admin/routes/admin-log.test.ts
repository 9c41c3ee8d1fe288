import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { changeSiteSetting } from '#domain/administration/change-site-setting.ts';
import {
  createInvitation,
  listInvitations,
  withdrawInvitation,
} from '#domain/administration/invitations.ts';
import { createOwnGame } from '#domain/catalog/own-games/save-own-game.ts';
import { setGameHidden } from '#domain/moderation/hidden-games/set-game-hidden.ts';
import { ownGameInput } from '#shared/schemas/own-games.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { withFreshProof } from '#test/fixtures/sign-in.ts';
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

it('the log has changes of settings and invitations', async () => {
  const { ctx, actor, player } = await createLoggedInPlayer(database.db, { role: 'admin' });
  const proven = await withFreshProof(ctx, actor);
  await changeSiteSetting({ ...ctx, actor: proven }, { key: 'name', value: 'Chess <b>Club' });
  await changeSiteSetting({ ...ctx, actor: proven }, { key: 'rules', value: 'x'.repeat(20_000) });
  await createInvitation({ ...ctx, actor: proven }, { note: 'For Bob', days: 7, uses: 1 });
  const { invitations } = await listInvitations(ctx, { page: 1 });
  await withdrawInvitation(ctx, { id: invitations[0]?.id ?? '' });
  const text = await textOf(await player.get('/admin/log'));
  expect(text).toContain('Setting of the site Name: Guildhall, now Chess &lt;b&gt;Club');
  expect(text).toContain('Rules: nothing, now xxx');
  expect(text).not.toContain('x'.repeat(101));
  expect(text).toContain('Invitation made For Bob');
  expect(text).toContain('Invitation withdrawn For Bob');
  expect(await textOf(await player.get('/admin'))).toContain('Reports, appeals');
});
