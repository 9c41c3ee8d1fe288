import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { friendRequests, users } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import { blockPerson } from '#domain/friends/blocks/block-person.ts';
import {
  acceptFriendRequest,
  declineFriendRequest,
} from '#domain/friends/requests/answer-friend-request.ts';
import { sendFriendRequest } from '#domain/friends/requests/send-friend-request.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
type Fixture = Awaited<ReturnType<typeof createLoggedInPlayer>>;

let fixture: Fixture;
let me: Actor;
let other: Actor;
/** The header of a browser that sends a form without scripts. */
const withoutScripts = { Accept: 'text/html' };

beforeEach(async () => {
  fixture = await createLoggedInPlayer(database.db);
  me = fixture.actor;
  other = await createPlayer(database.db);
});

const as = (actor: Actor) => ({ ...fixture.ctx, actor });
const path = (person: Actor) => `/profile/${person.username}/friend`;
const act = (intent: string, person = other, more: Record<string, string> = {}) =>
  fixture.player.post(path(person), { intent, ...more }, withoutScripts);
async function befriend() {
  await sendFriendRequest(as(me), other);
  await acceptFriendRequest(as(other), me);
}
const requests = () =>
  database.db.select().from(friendRequests).where(eq(friendRequests.senderId, me.id));

describe('without scripts', () => {
  test.each([
    { back: '/community/social?q=a&page=2', to: '/community/social?q=a&page=2' },
    { back: undefined, to: undefined },
    { back: 'https://evil.example/', to: '/' },
    { back: '//evil.example', to: '/' },
    { back: '/\\evil.example', to: '/' },
    { back: 'javascript:alert(1)', to: '/' },
  ])('a request leads back to the page that it came from: $back', async ({ back, to }) => {
    const response = await act('add', other, back === undefined ? {} : { back });
    expect(response.status).toBe(302);
    expect(response.headers.get('Location')).toBe(to ?? `/profile/${other.username}`);
    expect(await requests()).toHaveLength(1);
  });

  test('each action has its effect', async () => {
    const state = async () => textOf(await fixture.player.get(path(other)));
    expect(await state()).toContain('Add Friend');
    await act('add');
    expect(await state()).toContain('Friend Request Pending');
    await act('cancel');
    expect(await state()).toContain('Add Friend');
    await sendFriendRequest(as(other), me);
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
    await sendFriendRequest(as(other), me);
    await act('accept');
    expect(await state()).toContain('Already Friends');
  });

  test('the question before a friend is removed is a page', async () => {
    await befriend();
    const back = `/profile/${me.username}/friends?page=1`;
    const question = await fixture.player.get(
      `${path(other)}?${new URLSearchParams({ ask: 'remove', back })}`,
    );
    const html = await question.clone().text();
    expect(await textOf(question)).toContain(
      `Do you really want to remove ${other.username} as your friend?`,
    );
    expect(html).toContain(`name="back" value="${back}"`);
    const removed = await act('remove', other, { back });
    expect(removed.headers.get('Location')).toBe(back);
    // After the end of the friendship there is no question.
    expect(await textOf(await fixture.player.get(`${path(other)}?ask=remove`))).not.toContain(
      'Do you really want',
    );
  });

  test('the question does not lead to another site', async () => {
    const html = await (
      await fixture.player.get(`${path(other)}?ask=block&back=https://evil.example/`)
    ).text();
    expect(html).toContain(`Do you want to block ${other.username}?`);
    expect(html).not.toContain('evil.example');
  });
});

describe('with scripts', () => {
  test('the answer has the new relation and nothing private', async () => {
    const response = await fixture.player.post(`${path(other)}.data`, { intent: 'add' });
    expect(response.status).toBe(200);
    const answer = await response.text();
    expect(answer).toContain('pending');
    expect(answer).not.toContain('@');
    expect(answer).not.toContain(other.id);
  });

  test('an action on the page of the question leads back to the page before', async () => {
    await befriend();
    const response = await fixture.player.post(`${path(other)}.data`, {
      intent: 'remove',
      leave: 'yes',
      back: '/profile',
    });
    expect(response.status).toBe(202);
    expect(await response.text()).toContain('/profile');
  });
});

describe('an action is rejected with a text', () => {
  test.each([
    ['add', 'You cannot send yourself a friend request.', 409],
    ['block', 'You cannot block yourself.', 409],
    ['remove', 'You are not friends.', 403],
  ])('when players try to %s themselves', async (intent, text, status) => {
    const response = await act(intent, me);
    expect(response.status).toBe(status);
    expect(await textOf(response)).toContain(text);
  });

  test('when a request is sent twice or to a friend', async () => {
    await act('add');
    expect(await textOf(await act('add'))).toContain('You have already sent a friend request.');
    await acceptFriendRequest(as(other), me);
    expect(await textOf(await act('add'))).toContain('You are already friends.');
  });

  test('when there is no request to answer or cancel and no friend to remove', async () => {
    for (const intent of ['accept', 'decline', 'cancel']) {
      const response = await act(intent);
      expect(response.status).toBe(409);
      expect(await textOf(response)).toContain('This friend request is no longer there.');
    }
    expect((await act('remove')).status).toBe(403);
  });

  test('when one of the two blocks the other, with the same text in both directions', async () => {
    await blockPerson(as(other), me);
    const rejected = await act('add');
    expect(rejected.status).toBe(403);
    const text = await textOf(rejected);
    expect(text).toContain('This player cannot be reached.');
    expect(text).not.toContain('Unblock');
    const third = await createPlayer(database.db);
    await act('block', third);
    expect(await textOf(await act('add', third))).toContain('This player cannot be reached.');
  });

  test('when the other is a guest or suspended', async () => {
    const guest = await createPlayer(database.db, { role: 'guest' });
    expect(await textOf(await act('add', guest))).toContain('This player cannot be reached.');
    await database.db.update(users).set({ banned: true }).where(eq(users.id, other.id));
    expect((await act('add')).status).toBe(403);
  });

  test('when a declined request, which still looks pending, is sent again', async () => {
    await act('add');
    await declineFriendRequest(as(other), me);
    expect(await textOf(await fixture.player.get(path(other)))).toContain('Friend Request Pending');
    expect(await textOf(await act('add'))).toContain('You have already sent a friend request.');
  });

  test('when a guest acts', async () => {
    const guest = await createLoggedInPlayer(database.db, { role: 'guest' });
    for (const intent of ['add', 'accept', 'decline', 'cancel', 'remove', 'block', 'unblock']) {
      const response = await guest.player.post(path(other), { intent }, withoutScripts);
      expect(response.status).toBe(403);
      expect(await textOf(response)).toContain('Guests cannot do this.');
    }
  });

  test.each(['', 'marry', 'ADD', 'constructor', '__proto__', 'add\u0000'])(
    'when the intent is “%s”',
    async (intent) => {
      expect((await act(intent)).status).toBe(400);
    },
  );

  test.each(['nobody-there', '%00', 'x'.repeat(300)])(
    'when the player %s does not exist',
    async (name) => {
      const shown = await fixture.player.get(`/profile/${name}/friend`);
      expect([400, 404]).toContain(shown.status);
      const posted = await fixture.player.post(
        `/profile/${name}/friend`,
        { intent: 'add' },
        withoutScripts,
      );
      expect([400, 404]).toContain(posted.status);
    },
  );
});

test('a visitor is sent to the login, and nothing changes', async () => {
  const visitor = fixture.web.visit();
  const login = `/login?next=${encodeURIComponent(path(other))}`;
  expect((await visitor.get(path(other))).headers.get('Location')).toBe(login);
  const posted = await visitor.post(path(other), { intent: 'add' }, withoutScripts);
  expect([posted.status, posted.headers.get('Location')]).toEqual([302, login]);
});

test('a form from another site is rejected', async () => {
  const response = await fixture.player.post(
    path(other),
    { intent: 'add' },
    { ...withoutScripts, Origin: 'https://evil.example' },
  );
  expect(response.status).toBe(403);
  expect(await requests()).toEqual([]);
});

test('the actor is the account of the session, whatever the form contains', async () => {
  const third = await createPlayer(database.db);
  await act('add', other, { sender: third.username, username: third.username, senderId: third.id });
  const [row] = await database.db
    .select()
    .from(friendRequests)
    .where(and(eq(friendRequests.senderId, me.id), eq(friendRequests.targetId, other.id)));
  expect(row).toBeDefined();
});
