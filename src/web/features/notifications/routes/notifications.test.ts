import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { friendRequests, mutedNotifications, notifications } from '#database/schema.ts';
import { notificationKinds } from '#shared/constants/notifications/notification-kinds.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const path = '/profile/notification';
const at = new Date('2026-03-14T11:00:00Z');
/** The header of a browser that sends a form without scripts. */
const withoutScripts = { Accept: 'text/html,application/xhtml+xml' };

type NewNotification = Omit<typeof notifications.$inferInsert, 'userId' | 'at'> & { at?: Date };

/** Creates a player with notifications about another player. */
async function createFixture(...values: Omit<NewNotification, 'actorId'>[]) {
  const { actor, player, web } = await createLoggedInPlayer(database.db);
  const other = await createPlayer(database.db);
  const rows = values.map((value) => ({ at, ...value, userId: actor.id, actorId: other.id }));
  if (rows.length > 0) await database.db.insert(notifications).values(rows);
  const unread = () =>
    database.db.$count(
      notifications,
      sql`${notifications.userId} = ${actor.id} and ${notifications.readAt} is null`,
    );
  return { actor, player, web, other, unread };
}

describe('the notifications', () => {
  it('send a visitor to the login page', async () => {
    const { web } = await createFixture();
    const response = await web.visit().get(path);
    expect(response.headers.get('Location')).toBe(`/login?next=${encodeURIComponent(path)}`);
    const posted = await web.visit().post(path, { intent: 'read-all' });
    expect(posted.headers.get('Location')).toMatch(/^\/login/);
  });

  it('show a text while there are no notifications', async () => {
    const { player } = await createFixture();
    const text = await textOf(await player.get(path));
    expect(text).toContain('Back to profile Notifications');
    expect(text).toContain('No friend requests at this time.');
    expect(text).toContain('Nothing has happened yet.');
    expect(text).not.toContain('Mark all as read');
  });

  it('show each friend request with buttons to answer it', async () => {
    const { actor, player, other } = await createFixture();
    await database.db
      .insert(friendRequests)
      .values({ senderId: other.id, targetId: actor.id, askedAt: at });
    const response = await player.get(path);
    const html = await response.clone().text();
    expect(await textOf(response)).toContain(`${other.username} wants to be your friend!`);
    expect(html).toContain(`action="/profile/${other.username}/friend"`);
    expect(html).toMatch(/value="accept"/);
    expect(html).toMatch(/value="decline"/);
    expect(html).toContain(`href="/profile/${other.username}"`);
    expect(html).toContain('aria-label="Notifications, 1 unread"');
  });

  it('say who did what, with links', async () => {
    const { player, other } = await createFixture(
      { kind: 'request-accepted' },
      {
        kind: 'item-sold',
        thing: '42:default-crown',
        thingName: 'Crown (<Portal>)',
        count: 2,
        amount: 7_50,
      },
      { kind: 'profile-comment', count: 3 },
    );
    const response = await player.get(path);
    const html = await response.clone().text();
    const text = await textOf(response);
    const who = other.username;
    expect(text).toContain(`${who} and you are friends now.`);
    expect(text).toMatch(
      new RegExp(`${who} bought 2 of your Crown \\(&lt;Portal&gt;\\) for \\$7\\.50 in all\\.`),
    );
    expect(text).toMatch(new RegExp(`${who} wrote 3 comments on your profile \\.`));
    expect(text).toContain('1 hour ago');
    expect(html).toContain('/community/market/cards/default-crown?game=42');
    expect(html).toContain('href="/profile/wallet"');
    expect(html).toContain('href="/profile#comments"');
    expect(text.match(/Unread:/g)).toHaveLength(3);
    expect(html).toContain('aria-label="Notifications, 3 unread"');
  });

  it('become read when a page reports that it showed them, unless they have changed since', async () => {
    const { actor, player, unread } = await createFixture(
      { kind: 'profile-comment' },
      { kind: 'item-sold', thing: '1:a', count: 2, amount: 2 },
    );
    const rows = await database.db
      .select()
      .from(notifications)
      .where(eq(notifications.userId, actor.id));
    const shown = rows.map(({ id }) => `${id}:1`).join(' ');
    expect((await player.post(path, { intent: 'seen', shown })).status).toBe(200);
    expect(await unread()).toBe(1);
    expect(await (await player.get('/')).text()).toContain('aria-label="Notifications, 1 unread"');
  });

  it('become read together on a page with a hundred of them', async () => {
    const values = Array.from({ length: 100 }, (_, number) => ({
      kind: 'item-sold' as const,
      thing: `${number}:a`,
      amount: 2,
      count: 1_000_000_000,
    }));
    const { actor, player, unread } = await createFixture(...values);
    const rows = await database.db
      .select()
      .from(notifications)
      .where(eq(notifications.userId, actor.id));
    const shown = rows.map(({ id, count }) => `${id}:${count}`).join(' ');
    expect((await player.post(path, { intent: 'seen', shown })).status).toBe(200);
    expect(await unread()).toBe(0);
  });

  it('of another player cannot be marked as read', async () => {
    const mine = await createFixture({ kind: 'profile-comment' });
    const theirs = await createFixture({ kind: 'profile-comment' });
    const rows = await database.db
      .select()
      .from(notifications)
      .where(eq(notifications.userId, theirs.actor.id));
    await mine.player.post(path, { intent: 'seen', shown: `${rows[0]?.id}:1` });
    expect(await theirs.unread()).toBe(1);
  });

  it.each(['', 'nonsense', `${'a'.repeat(36)}:1`, `x:y `.repeat(900)])(
    'ignore invalid reports of shown notifications (%#)',
    async (shown) => {
      const { player, unread } = await createFixture({ kind: 'profile-comment' });
      expect((await player.post(path, { intent: 'seen', shown })).status).toBe(400);
      expect(await unread()).toBe(1);
    },
  );

  it('are all marked as read by a button, also without scripts', async () => {
    const { player, unread } = await createFixture(
      { kind: 'profile-comment' },
      { kind: 'request-accepted' },
    );
    expect(await textOf(await player.get(path))).toContain('Mark all as read');
    const response = await player.post(path, { intent: 'read-all' }, withoutScripts);
    expect(response.headers.get('Location')).toBe(path);
    expect(await unread()).toBe(0);
    const text = await textOf(await player.get(path));
    expect(text).not.toContain('Mark all as read');
    expect(text).not.toContain('Unread:');
    expect(text).toContain('and you are friends now.');
  });

  it('are shown twenty per page', async () => {
    const { player } = await createFixture(
      ...Array.from({ length: 21 }, (_, index) => ({
        kind: 'item-sold' as const,
        thing: `1:${index}`,
        thingName: `Card ${index}!`,
        amount: 100,
        at: new Date(at.getTime() + index),
      })),
    );
    expect(await textOf(await player.get(path))).not.toContain('Card 0!');
    expect(await textOf(await player.get(`${path}?page=2`))).toContain('Card 0!');
    const beyond = await player.get(`${path}?page=7&requests=3`);
    expect(beyond.headers.get('Location')).toBe(`${path}?page=2&requests=3`);
    expect((await player.get(`${path}?requests=3`)).headers.get('Location')).toBe(path);
  });

  it('have a switch for each kind', async () => {
    const { actor, player } = await createFixture();
    const switches = async () => {
      const html = await (await player.get(path)).text();
      return [...html.matchAll(/role="switch" aria-checked="(\w+)"/g)].map(([, on]) => on);
    };
    const allOn = notificationKinds.map(() => 'true');
    expect(await switches()).toEqual(allOn);
    const form = { intent: 'switch', kind: 'item-sold' };
    const response = await player.post(path, { ...form, wanted: 'no' }, withoutScripts);
    expect(response.headers.get('Location')).toBe(path);
    expect(await switches()).toEqual(allOn.with(notificationKinds.indexOf('item-sold'), 'false'));
    await player.post(path, { ...form, wanted: 'yes' }, withoutScripts);
    expect(await switches()).toEqual(allOn);
    expect((await player.post(path, { ...form, kind: 'weather', wanted: 'no' })).status).toBe(400);
    expect(
      await database.db.$count(mutedNotifications, eq(mutedNotifications.userId, actor.id)),
    ).toBe(0);
  });
});

describe('the counts in the navigation', () => {
  it('are shown to players only', async () => {
    const { web, player } = await createFixture();
    const guest = await createPlayer(database.db, { role: 'guest' });
    for (const browser of [web.visit(), await createSignedInVisitor(web, guest.id)]) {
      const html = await (await browser.get('/')).text();
      expect(html).not.toContain('href="/messages"');
    }
    const html = await (await player.get('/')).text();
    expect(html).toContain('aria-label="Messages"');
    expect(html).toContain('aria-label="Notifications"');
  });

  it('stop at 99', async () => {
    const { player } = await createFixture(
      ...Array.from({ length: 120 }, (_, index) => ({
        kind: 'item-sold' as const,
        thing: String(index),
        amount: 100,
      })),
    );
    const html = await (await player.get('/about')).text();
    expect(html).toContain('aria-label="Notifications, 99+ unread"');
  });
});
