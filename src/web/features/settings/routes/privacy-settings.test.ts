import { describe, expect, it } from 'vitest';
import { readPrivacy } from '#domain/privacy/read-privacy.ts';
import { savePrivacy } from '#domain/privacy/save-privacy.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { befriend } from '#test/fixtures/friends.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

const form = {
  inventoryVisibility: 'friends',
  gamesVisibility: 'nobody',
  friendsVisibility: 'everybody',
  activityVisibility: 'friends',
  presenceVisibility: 'nobody',
  friendRequestsFrom: 'friends-of-friends',
  messagesFrom: 'nobody',
  isInSearchEngines: 'yes',
};

describe('the privacy settings', () => {
  it('are saved by a form without scripts', async () => {
    const { player, actor } = await createLoggedInPlayer(database.db);
    const response = await player.post('/settings/privacy', form);
    expect(await textOf(response)).toContain('Settings saved.');
    expect(await readPrivacy(database.db, actor.id)).toEqual({
      ...form,
      isInSearchEngines: true,
      isNamedInSales: false,
      isInLeaderboards: false,
    });
    const html = await (await player.get('/settings/privacy')).text();
    expect(html).toMatch(/<option value="friends-of-friends" selected/);
  });

  it('reject an unknown audience and change nothing', async () => {
    const { player, actor } = await createLoggedInPlayer(database.db);
    const forged = { ...form, gamesVisibility: 'moderators' };
    expect((await player.post('/settings/privacy', forged)).status).toBe(400);
    expect(await readPrivacy(database.db, actor.id)).toMatchObject({
      gamesVisibility: 'everybody',
    });
  });

  it('belong to guests too, and send visitors to the login', async () => {
    const { web, player } = await createLoggedInPlayer(database.db, { role: 'guest' });
    expect((await player.get('/settings/privacy')).status).toBe(200);
    const response = await web.visit().get('/settings/privacy');
    expect(response.headers.get('Location')).toBe('/login?next=%2Fsettings%2Fprivacy');
  });

  it('hold at once for a page that was cached for visitors', async () => {
    const { web, ctx, actor } = await createLoggedInPlayer(database.db);
    const path = `/profile/${actor.username}`;
    const read = async () => textOf(await web.visit().get(path));
    expect(await read()).not.toContain('Private');
    expect((await web.visit().get(path)).headers.get('ETag')).not.toBeNull();
    await savePrivacy(ctx, { inventoryVisibility: 'nobody' });
    expect(await read()).toContain('Private');
  });

  it('let search engines list a profile only if its player agrees', async () => {
    const { web, ctx, actor } = await createLoggedInPlayer(database.db);
    const path = `/profile/${actor.username}`;
    const read = async () => (await web.visit().get(path)).text();
    expect(await read()).toMatch(/<meta name="robots" content="noindex/);
    await savePrivacy(ctx, { isInSearchEngines: true });
    const html = await read();
    expect(html).not.toMatch(/content="noindex/);
    expect(html).toContain(`rel="canonical" href="http://localhost:3000${path}"`);
  });

  it('are shown on the own profile as others see it', async () => {
    const { player, ctx, actor } = await createLoggedInPlayer(database.db);
    await savePrivacy(ctx, { inventoryVisibility: 'friends', gamesVisibility: 'nobody' });
    const readAs = async (as: string) =>
      textOf(await player.get(`/profile/${actor.username}?as=${as}`));
    const count = (text: string) => text.match(/\bPrivate\b/g)?.length ?? 0;
    const [stranger, friend] = [await readAs('stranger'), await readAs('friend')];
    expect(stranger).toContain('This is your profile as everybody else sees it.');
    expect(friend).toContain('This is your profile as friends see it.');
    expect([count(stranger), count(friend)]).toEqual([2, 1]);
    const other = await player.get(`/profile/${actor.username}?as=somebody`);
    expect(other.headers.get('Location')).toBe('/profile');
  });

  it('say on each page what a player keeps private', async () => {
    const { web, ctx, actor } = await createLoggedInPlayer(database.db);
    const friend = await createPlayer(database.db);
    await befriend(database.db, actor.id, friend.id);
    await savePrivacy(ctx, { inventoryVisibility: 'nobody', friendsVisibility: 'nobody' });
    const browser = await createSignedInVisitor(web, friend.id);
    const read = async (path: string) => textOf(await browser.get(path));
    const name = actor.username;
    expect(await read(`/profile/${name}/inventory`)).toContain(
      `${name} keeps the inventory private.`,
    );
    expect(await read(`/profile/${name}/friends`)).toContain(`${name} keeps the friends private.`);
    expect(await read(`/community/market/trades/new?with=${name}`)).toContain(
      `${name} keeps the inventory private. You can offer cards`,
    );
  });
});
