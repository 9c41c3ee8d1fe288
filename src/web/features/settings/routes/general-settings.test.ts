import { describe, expect, it } from 'vitest';
import { readPreferences } from '#domain/accounts/preferences/read-preferences.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

describe('the settings', () => {
  it('are saved by a form without scripts', async () => {
    const { player, ctx } = await createLoggedInPlayer(database.db);
    const response = await player.post('/settings', { marketView: 'cards', hasSound: 'yes' });
    expect(await textOf(response)).toContain('Settings saved.');
    expect(await readPreferences(database.db, ctx.actor.id)).toMatchObject({
      marketView: 'cards',
      hasSound: true,
    });
  });

  it('reject an unknown market view', async () => {
    const { player, ctx } = await createLoggedInPlayer(database.db);
    const response = await player.post('/settings', { marketView: 'everything' });
    expect(response.status).toBe(400);
    expect(await readPreferences(database.db, ctx.actor.id)).toMatchObject({ hasSound: false });
  });

  it('write the appearance into every page of the account', async () => {
    const { player } = await createLoggedInPlayer(database.db);
    await player.post('/settings', {
      marketView: 'items',
      theme: 'light',
      textSize: 'large',
      motion: 'reduced',
      dateFormat: 'year-month-day',
      clock: '24-hour',
    });
    const html = await (await player.get('/profile/wallet')).text();
    expect(html).toContain(
      '<html lang="en" data-theme="light" data-motion="reduced" data-text="large"',
    );
    await player.post('/settings', { marketView: 'items', theme: '' });
    const page = await (await player.get('/about')).text();
    expect(page).not.toContain('data-theme="light"');
    expect(page).toContain('data-text="large"');
  });

  it('write prices and counts with the chosen signs, also without scripts', async () => {
    const { player } = await createLoggedInPlayer(database.db, { balance: 1_234_56 });
    const amounts = async () => {
      const html = await (await player.get('/profile/wallet')).text();
      return html.match(/-?\$[\d.,\u00A0]+/g);
    };
    expect(await amounts()).toContain('$1,234.56');
    for (const [numberFormat, price] of [
      ['point-comma', '$1.234,56'],
      ['space-comma', '$1\u00A0234,56'],
    ] as const) {
      await player.post('/settings', { marketView: 'items', numberFormat });
      expect(await amounts()).toContain(price);
      expect(await amounts()).not.toContain('$1,234.56');
      // Files have the format that other programs read.
      expect(await (await player.get('/profile/wallet.csv')).text()).toContain('1234.56');
    }
    const forged = await player.post('/settings', { marketView: 'items', numberFormat: '%' });
    expect(forged.status).toBe(400);
  });

  it('keep the number of items per page, and reject one that lists do not offer', async () => {
    const { player, ctx } = await createLoggedInPlayer(database.db);
    const save = (itemsPerPage: string) =>
      player.post('/settings', { marketView: 'items', itemsPerPage });
    await save('50');
    expect(await readPreferences(database.db, ctx.actor.id)).toMatchObject({ itemsPerPage: 50 });
    for (const forged of ['1000000', '11', '-10', 'all', '1e2']) {
      expect([forged, (await save(forged)).status]).toEqual([forged, 400]);
    }
    expect(await (await player.get('/settings')).text()).toMatch(
      /<option value="50" selected="">50</,
    );
    await save('');
    expect(await readPreferences(database.db, ctx.actor.id)).toMatchObject({ itemsPerPage: null });
  });

  it('reject a theme that does not exist', async () => {
    const { player } = await createLoggedInPlayer(database.db);
    const forged = 'dark"><script>alert(1)</script>';
    expect((await player.post('/settings', { marketView: 'items', theme: forged })).status).toBe(
      400,
    );
    expect((await player.post('/settings/theme', { theme: forged })).status).toBe(400);
  });

  it('keep the theme that is chosen in the menu', async () => {
    const { player } = await createLoggedInPlayer(database.db);
    await player.post('/settings/theme', { theme: 'dark' });
    expect(await (await player.get('/about')).text()).toContain('data-theme="dark"');
  });

  it('send visitors to the login', async () => {
    const { web } = await createLoggedInPlayer(database.db);
    const response = await web.visit().get('/settings');
    expect(response.headers.get('Location')).toBe('/login?next=%2Fsettings');
  });
});
