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
      isNamedInSales: false,
      isInLeaderboards: false,
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

  it('send visitors to the login', async () => {
    const { web } = await createLoggedInPlayer(database.db);
    const response = await web.visit().get('/settings');
    expect(response.headers.get('Location')).toBe('/login?next=%2Fsettings');
  });
});
