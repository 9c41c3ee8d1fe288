import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import { blockPerson } from '#domain/friends/blocks/block-person.ts';
import { removeFriend } from '#domain/friends/remove-friend.ts';
import { acceptFriendRequest } from '#domain/friends/requests/answer-friend-request.ts';
import { sendFriendRequest } from '#domain/friends/requests/send-friend-request.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { readHead } from '#test/fixtures/page-head.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

async function createSocialFixture() {
  const fixture = await createLoggedInPlayer(database.db);
  const as = (actor: Actor) => ({ ...fixture.ctx, actor });
  const befriend = async (one: Actor, other: Actor) => {
    await sendFriendRequest(as(one), other);
    await acceptFriendRequest(as(other), one);
  };
  return { ...fixture, as, befriend };
}

const social = '/community/social';

describe('the search for users', () => {
  test('works for visitors, for whom Add Friend leads to the login and back', async () => {
    const { web, actor } = await createSocialFixture();
    const response = await web.visit().get(`${social}?q=${actor.username}`);
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain(`href="/profile/${actor.username}"`);
    const next = encodeURIComponent(`${social}?q=${actor.username}`);
    expect(html).toContain(`href="/login?next=${next}"`);
    expect(html).not.toContain('@example.test');
  });

  test('is not indexed by search engines, also without a term', async () => {
    const { web } = await createSocialFixture();
    for (const path of [social, `${social}?page=1`]) {
      const { meta, links } = readHead(await (await web.visit().get(path)).text());
      expect([meta.get('robots'), links.get('canonical')]).toEqual([['noindex'], undefined]);
    }
  });

  test('shows the relation of each user to the reader', async () => {
    const { player, actor, as, befriend } = await createSocialFixture();
    const [stranger, requestedPlayer, requester, friend, former, blocked, blocker] =
      await Promise.all(
        ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((mark) =>
          createPlayer(database.db, { username: `social-${mark}` }),
        ),
      );
    if (!stranger || !requestedPlayer || !requester || !friend || !former || !blocked || !blocker)
      return;
    await sendFriendRequest(as(actor), requestedPlayer);
    await sendFriendRequest(as(requester), actor);
    await befriend(actor, friend);
    await befriend(actor, former);
    await removeFriend(as(former), actor);
    await blockPerson(as(actor), blocked);
    await blockPerson(as(blocker), actor);
    const text = await textOf(await player.get(`${social}?q=SOCIAL-`));
    const rows = text.split(/(?=social-[a-g] )/).slice(1);
    const shown = ['Add Friend', 'Friend Request Pending', 'Accept', 'Already Friends'];
    expect(rows.map((row) => shown.filter((words) => row.includes(words)))).toEqual([
      ['Add Friend'],
      ['Friend Request Pending'],
      ['Accept'],
      ['Already Friends'],
      ['Add Friend'],
      [],
      [],
    ]);
    const html = await (await player.get(`${social}?q=social-b`)).text();
    expect(html).toMatch(/<button[^>]*disabled=""[^>]*>(?:(?!<\/button>).)*Friend Request Pending/);
    expect(await textOf(await player.get(`${social}?q=${actor.username}`))).toContain(' You ');
  });

  test('explains to a guest why there is no button', async () => {
    const { player } = await createLoggedInPlayer(database.db, { role: 'guest' });
    const stranger = await createPlayer(database.db);
    const text = await textOf(await player.get(`${social}?q=${stranger.username}`));
    expect(text).toContain('Guests cannot add friends.');
    expect(text).not.toContain('Add Friend');
  });

  test.each([
    ['zzzzzz', 'No users found for &quot;zzzzzz&quot;'],
    ['%', 'No users found for &quot;%&quot;'],
    ['<b>x</b>', 'No users found for &quot;&lt;b&gt;x&lt;/b&gt;&quot;'],
  ])('shows a text when no username contains %s', async (q, text) => {
    const { web } = await createSocialFixture();
    const html = await (await web.visit().get(`${social}?q=${encodeURIComponent(q)}`)).text();
    expect(html.replaceAll('<!-- -->', '')).toContain(text);
  });

  test.each(['page=0', 'page=abc', 'page=-1', 'q=%00', 'q=%FF', `q=${'x'.repeat(300)}`, 'q[]=a'])(
    'answers the query %s without an error',
    async (query) => {
      const { web } = await createSocialFixture();
      const visitor = web.visit();
      const first = await visitor.get(`${social}?${query}`);
      // A parameter that the page does not read leads to the address without it.
      const canonical = first.headers.get('Location');
      const response = canonical === null ? first : await visitor.get(canonical);
      expect(response.status).toBe(200);
    },
  );

  test('redirects from a page after the last one to the last one', async () => {
    const { web, actor } = await createSocialFixture();
    const response = await web.visit().get(`${social}?q=${actor.username}&page=9`);
    expect(response.headers.get('Location')).toBe(`${social}?q=${actor.username}`);
  });

  test('shows an error text when the database fails', async () => {
    const { player } = await createSocialFixture();
    await database.db.execute('alter table blocks rename to blocks_gone');
    try {
      const response = await player.get(social);
      expect(response.status).toBe(500);
      expect(await textOf(response)).toContain('Failed to load users.');
    } finally {
      await database.db.execute('alter table blocks_gone rename to blocks');
    }
  });
});

describe('a list of friends', () => {
  test('sends visitors to the login, which leads back', async () => {
    const { web, actor } = await createSocialFixture();
    const path = `/profile/${actor.username}/friends`;
    expect((await web.visit().get(path)).headers.get('Location')).toBe(
      `/login?next=${encodeURIComponent(path)}`,
    );
  });

  test('has the texts of the specification and a link back, and the own list has Chat and ✖', async () => {
    const { player, actor, befriend, as } = await createSocialFixture();
    const path = `/profile/${actor.username}/friends`;
    const empty = await textOf(await player.get(path));
    expect(empty).toContain(`${actor.username}&#x27;s Friends`);
    expect(empty).toContain('← Back to Profile');
    expect(empty).toContain('No friends found.');
    const friend = await createPlayer(database.db);
    await befriend(actor, friend);
    await database.db
      .update(users)
      .set({ lastSeenAt: as(actor).clock.now() })
      .where(eq(users.id, friend.id));
    const response = await player.get(path);
    const html = await response.clone().text();
    const text = await textOf(response);
    expect(text).toContain('Online');
    expect(text).toMatch(/Number of games: 0 Number of friends: 1/);
    expect(html).toContain(`href="/profile/${friend.username}"`);
    expect(html).toContain(`href="/chat/${actor.username}/${friend.username}"`);
    expect(html).toMatch(
      new RegExp(
        `<form[^>]* action="/profile/${friend.username}/friend"[^>]*><input[^>]* name="ask"`,
      ),
    );
    expect(html).not.toContain('@example.test');
  });

  test('of another player has Chat for the reader’s friends only and no ✖', async () => {
    const { player, actor, befriend } = await createSocialFixture();
    const [host, mine, theirs] = await Promise.all(
      ['host', 'mine', 'theirs'].map((mark) =>
        createPlayer(database.db, { username: `list-${mark}` }),
      ),
    );
    if (!host || !mine || !theirs) return;
    await befriend(host, mine);
    await befriend(host, theirs);
    await befriend(host, actor);
    await befriend(actor, mine);
    const html = await (await player.get('/profile/LIST-HOST/friends')).text();
    expect(html).toContain('list-host&#x27;s Friends');
    expect(html).toContain('href="/profile/list-host"');
    expect(html).toContain(`href="/chat/${actor.username}/list-mine"`);
    expect(html).not.toContain(`/chat/${actor.username}/list-theirs`);
    expect(html).not.toContain('name="ask"');
    expect(html).toContain('href="/profile/list-theirs"');
  });

  test('of another player has the next step towards each player who is not a friend yet', async () => {
    const { player, actor, as, befriend } = await createSocialFixture();
    const [host, stranger, requestedPlayer, requester, friend, blocked] = await Promise.all(
      ['host', 'a', 'b', 'c', 'd', 'e'].map((mark) =>
        createPlayer(database.db, { username: `step-${mark}` }),
      ),
    );
    if (!host || !stranger || !requestedPlayer || !requester || !friend || !blocked) return;
    for (const one of [stranger, requestedPlayer, requester, friend, blocked, actor])
      await befriend(host, one);
    await sendFriendRequest(as(actor), requestedPlayer);
    await sendFriendRequest(as(requester), actor);
    await befriend(actor, friend);
    await blockPerson(as(actor), blocked);
    const path = '/profile/step-host/friends';
    const html = await (await player.get(path)).text();
    const rows = html.split('<li class="panel').slice(1);
    const shown = ['>Chat<', 'Add Friend: ', 'Friend Request Pending', 'Accept the friend request'];
    const stepOf = (name: string) => {
      const row = rows.find((html) => html.includes(`href="/profile/${name}"`)) ?? '';
      return shown.filter((words) => row.replaceAll('</svg>', '>').includes(words));
    };
    expect(stepOf('step-a')).toEqual(['Add Friend: ']);
    expect(stepOf('step-b')).toEqual(['Friend Request Pending']);
    expect(stepOf('step-c')).toEqual(['Accept the friend request']);
    expect(stepOf('step-d')).toEqual(['>Chat<']);
    expect(stepOf('step-e')).toEqual([]);
    expect(stepOf(actor.username)).toEqual([]);

    // Without scripts the form of the row leads back to the list.
    const form = { intent: 'add', back: path };
    const sent = await player.post('/profile/step-a/friend', form, { Accept: 'text/html' });
    expect(sent.headers.get('Location')).toBe(path);
    expect(await textOf(await player.get(path))).not.toContain('Add Friend');
  });

  test.each(['nobody-there', '%00', 'x'.repeat(300)])(
    'of the unknown player %s is not found',
    async (name) => {
      const { player } = await createSocialFixture();
      const response = await player.get(`/profile/${name}/friends`);
      expect([400, 404]).toContain(response.status);
    },
  );

  test('shows an error text when the database fails', async () => {
    const { player, actor } = await createSocialFixture();
    await database.db.execute('alter table owned_games rename to owned_games_gone');
    try {
      const response = await player.get(`/profile/${actor.username}/friends`);
      expect(response.status).toBe(500);
      expect(await textOf(response)).toContain('Failed to load friends list.');
    } finally {
      await database.db.execute('alter table owned_games_gone rename to owned_games');
    }
  });

  test('redirects from a page after the last one to the last one', async () => {
    const { player, actor } = await createSocialFixture();
    const path = `/profile/${actor.username}/friends`;
    expect((await player.get(`${path}?page=7`)).headers.get('Location')).toBe(path);
  });
});

describe('the list of blocked players', () => {
  test('shows only the reader’s own blocks and explains what blocking does', async () => {
    const { web, player, actor, as } = await createSocialFixture();
    const other = await createPlayer(database.db);
    expect((await web.visit().get('/profile/blocked')).headers.get('Location')).toBe(
      '/login?next=%2Fprofile%2Fblocked',
    );
    await blockPerson(as(other), actor);
    const empty = await textOf(await player.get('/profile/blocked'));
    expect(empty).toContain('You have blocked nobody.');
    expect(empty).toContain('cannot send you friend requests');
    expect(empty).not.toContain(other.username);
    await blockPerson(as(actor), other);
    const text = await textOf(await player.get('/profile/blocked'));
    expect(text).toContain(other.username);
    expect(text).toContain('Unblock');
    await player.post(
      `/profile/${other.username}/friend`,
      { intent: 'unblock', back: '/profile/blocked' },
      { Accept: 'text/html' },
    );
    expect(await textOf(await player.get('/profile/blocked'))).toContain(
      'You have blocked nobody.',
    );
  });
});

test('only the profile of a friend has Message, which leads to the chat', async () => {
  const { web, player, actor, befriend } = await createSocialFixture();
  const [friend, stranger] = [await createPlayer(database.db), await createPlayer(database.db)];
  await befriend(actor, friend);
  const html = await (await player.get(`/profile/${friend.username}`)).text();
  expect(html).toMatch(
    new RegExp(`<a[^>]* href="/chat/${actor.username}/${friend.username}"[^>]*>.*?Message</a>`),
  );
  expect(await textOf(await player.get(`/profile/${stranger.username}`))).not.toContain('Message');
  expect(await textOf(await web.visit().get(`/profile/${friend.username}`))).not.toContain(
    'Message',
  );
});
