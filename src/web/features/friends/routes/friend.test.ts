import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { friendRequests, users } from '#database/schema.ts';
import type { Actor } from '#domain/base-context.ts';
import { acceptRequest, declineRequest } from '#domain/friends/answer-request.ts';
import { blockPerson } from '#domain/friends/block-person.ts';
import { sendRequest } from '#domain/friends/send-request.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { playerScene } from '#test/fixtures/player.ts';
import { textOf } from '#test/fixtures/web.ts';

const database = useDatabase();
type Scene = Awaited<ReturnType<typeof playerScene>>;

let scene: Scene;
let me: Actor;
let other: Actor;
/** What a browser sends along when it shows what it is answered. */
const browser = { Accept: 'text/html' };

beforeEach(async () => {
  scene = await playerScene(database.db);
  me = scene.actor;
  other = await createPlayer(database.db);
});

const as = (actor: Actor) => ({ ...scene.ctx, actor });
const path = (person: Actor) => `/profile/${person.username}/friend`;
const act = (intent: string, person = other, more: Record<string, string> = {}) =>
  scene.player.post(path(person), { intent, ...more }, browser);
async function befriend() {
  await sendRequest(as(me), other);
  await acceptRequest(as(other), me);
}
const requests = () =>
  database.db.select().from(friendRequests).where(eq(friendRequests.senderId, me.id));

describe('without script', () => {
  test.each([
    { back: '/community/social?q=a&page=2', to: '/community/social?q=a&page=2' },
    { back: undefined, to: undefined },
    { back: 'https://evil.example/', to: '/' },
    { back: '//evil.example', to: '/' },
    { back: '/\\evil.example', to: '/' },
    { back: 'javascript:alert(1)', to: '/' },
  ])('a request goes back to where it came from: $back', async ({ back, to }) => {
    const response = await act('add', other, back === undefined ? {} : { back });
    expect(response.status).toBe(302);
    expect(response.headers.get('Location')).toBe(to ?? `/profile/${other.username}`);
    expect(await requests()).toHaveLength(1);
  });

  test('each act does what it says', async () => {
    const state = async () => textOf(await scene.player.get(path(other)));
    expect(await state()).toContain('Add Friend');
    await act('add');
    expect(await state()).toContain('Friend Request Pending');
    await act('cancel');
    expect(await state()).toContain('Add Friend');
    await sendRequest(as(other), me);
    expect(await state()).toContain('Accept');
    await act('decline');
    expect(await state()).toContain('Add Friend');
    await act('add');
    expect(await state()).toContain('Already Friends');
    await act('remove');
    expect(await state()).toContain('Add Friend');
    await act('block');
    expect(await state()).not.toContain('Add Friend');
    expect(await state()).toContain('Unblock');
    await act('unblock');
    await sendRequest(as(other), me);
    await act('accept');
    expect(await state()).toContain('Already Friends');
  });

  test('the question before a friendship ends is a page', async () => {
    await befriend();
    const back = `/profile/${me.username}/friends?page=1`;
    const asked = await scene.player.get(
      `${path(other)}?${new URLSearchParams({ ask: 'remove', back })}`,
    );
    const html = await asked.clone().text();
    expect(await textOf(asked)).toContain(
      `Do you really want to remove ${other.username} as your friend?`,
    );
    expect(html).toContain(`name="back" value="${back}"`);
    const removed = await act('remove', other, { back });
    expect(removed.headers.get('Location')).toBe(back);
    // What is over is not asked for again.
    expect(await textOf(await scene.player.get(`${path(other)}?ask=remove`))).not.toContain(
      'Do you really want',
    );
  });

  test('the question does not lead out of the house', async () => {
    const html = await (
      await scene.player.get(`${path(other)}?ask=block&back=https://evil.example/`)
    ).text();
    expect(html).toContain(`Do you want to block ${other.username}?`);
    expect(html).not.toContain('evil.example');
  });
});

describe('with script', () => {
  test('the answer says what they are now, and nothing private', async () => {
    const response = await scene.player.post(`${path(other)}.data`, { intent: 'add' });
    expect(response.status).toBe(200);
    const answer = await response.text();
    expect(answer).toContain('pending');
    expect(answer).not.toContain('@');
    expect(answer).not.toContain(other.id);
  });

  test('from the page of the question it goes back there', async () => {
    await befriend();
    const response = await scene.player.post(`${path(other)}.data`, {
      intent: 'remove',
      leave: 'yes',
      back: '/profile',
    });
    expect(response.status).toBe(202);
    expect(await response.text()).toContain('/profile');
  });
});

describe('it is refused, in words,', () => {
  test.each([
    ['add', 'You cannot send yourself a friend request.', 409],
    ['block', 'You cannot block yourself.', 409],
    ['remove', 'You are not friends.', 403],
  ])('to %s oneself', async (intent, text, status) => {
    const response = await act(intent, me);
    expect(response.status).toBe(status);
    expect(await textOf(response)).toContain(text);
  });

  test('to ask twice, or a friend', async () => {
    await act('add');
    expect(await textOf(await act('add'))).toContain('You have already sent a friend request.');
    await acceptRequest(as(other), me);
    expect(await textOf(await act('add'))).toContain('You are already friends.');
  });

  test('to answer, take back or remove what is not there', async () => {
    for (const intent of ['accept', 'decline', 'cancel']) {
      const response = await act(intent);
      expect(response.status).toBe(409);
      expect(await textOf(response)).toContain('This friend request is no longer there.');
    }
    expect((await act('remove')).status).toBe(403);
  });

  test('to reach whoever blocked or is blocked, in the same words', async () => {
    await blockPerson(as(other), me);
    const refused = await act('add');
    expect(refused.status).toBe(403);
    const text = await textOf(refused);
    expect(text).toContain('This player cannot be reached.');
    expect(text).not.toContain('Unblock');
    const third = await createPlayer(database.db);
    await act('block', third);
    expect(await textOf(await act('add', third))).toContain('This player cannot be reached.');
  });

  test('to reach a guest or who is suspended', async () => {
    const guest = await createPlayer(database.db, { role: 'guest' });
    expect(await textOf(await act('add', guest))).toContain('This player cannot be reached.');
    await database.db.update(users).set({ banned: true }).where(eq(users.id, other.id));
    expect((await act('add')).status).toBe(403);
  });

  test('to ask again after being told nothing', async () => {
    await act('add');
    await declineRequest(as(other), me);
    expect(await textOf(await scene.player.get(path(other)))).toContain('Friend Request Pending');
    expect(await textOf(await act('add'))).toContain('You have already sent a friend request.');
  });

  test('for a guest', async () => {
    const guest = await playerScene(database.db, { role: 'guest' });
    for (const intent of ['add', 'accept', 'decline', 'cancel', 'remove', 'block', 'unblock']) {
      const response = await guest.player.post(path(other), { intent }, browser);
      expect(response.status).toBe(403);
      expect(await textOf(response)).toContain('Guests cannot do this.');
    }
  });

  test.each(['', 'marry', 'ADD', 'constructor', '__proto__', 'add\u0000'])(
    'when the act is “%s”',
    async (intent) => {
      expect((await act(intent)).status).toBe(400);
    },
  );

  test.each(['nobody-there', '%00', 'x'.repeat(300)])('when nobody is called %s', async (name) => {
    const shown = await scene.player.get(`/profile/${name}/friend`);
    expect([400, 404]).toContain(shown.status);
    const posted = await scene.player.post(`/profile/${name}/friend`, { intent: 'add' }, browser);
    expect([400, 404]).toContain(posted.status);
  });
});

test('a visitor is sent to the login, and nothing is done', async () => {
  const visitor = scene.web.visit();
  const login = `/login?next=${encodeURIComponent(path(other))}`;
  expect((await visitor.get(path(other))).headers.get('Location')).toBe(login);
  const posted = await visitor.post(path(other), { intent: 'add' }, browser);
  expect([posted.status, posted.headers.get('Location')]).toEqual([302, login]);
});

test('a form from another site does nothing', async () => {
  const response = await scene.player.post(
    path(other),
    { intent: 'add' },
    { ...browser, Origin: 'https://evil.example' },
  );
  expect(response.status).toBe(403);
  expect(await requests()).toEqual([]);
});

test('who acts is the session’s account, whatever the form says', async () => {
  const third = await createPlayer(database.db);
  await act('add', other, { sender: third.username, username: third.username, senderId: third.id });
  const [row] = await database.db
    .select()
    .from(friendRequests)
    .where(and(eq(friendRequests.senderId, me.id), eq(friendRequests.targetId, other.id)));
  expect(row).toBeDefined();
});
