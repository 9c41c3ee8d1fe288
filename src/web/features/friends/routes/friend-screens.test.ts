import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users } from '#database/schema.ts';
import type { Actor } from '#domain/base-context.ts';
import { acceptRequest } from '#domain/friends/answer-request.ts';
import { blockPerson } from '#domain/friends/block-person.ts';
import { removeFriend } from '#domain/friends/remove-friend.ts';
import { sendRequest } from '#domain/friends/send-request.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { playerScene } from '#test/fixtures/player.ts';
import { textOf } from '#test/fixtures/web.ts';

const database = useDatabase();

async function socialScene() {
  const scene = await playerScene(database.db);
  const as = (actor: Actor) => ({ ...scene.ctx, actor });
  const befriend = async (one: Actor, other: Actor) => {
    await sendRequest(as(one), other);
    await acceptRequest(as(other), one);
  };
  return { ...scene, as, befriend };
}

const social = '/community/social';

describe('the search for users', () => {
  test('is there for visitors, with Add Friend leading to the login and back', async () => {
    const { web, actor } = await socialScene();
    const response = await web.visit().get(`${social}?q=${actor.username}`);
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain(`href="/profile/${actor.username}"`);
    const next = encodeURIComponent(`${social}?q=${actor.username}`);
    expect(html).toContain(`href="/login?next=${next}"`);
    expect(html).not.toContain('@example.test');
  });

  test('shows what each is to the reader', async () => {
    const { player, actor, as, befriend } = await socialScene();
    const [stranger, asked, asker, friend, former, blocked, blocker] = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((mark) =>
        createPlayer(database.db, { username: `social-${mark}` }),
      ),
    );
    if (!stranger || !asked || !asker || !friend || !former || !blocked || !blocker) return;
    await sendRequest(as(actor), asked);
    await sendRequest(as(asker), actor);
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

  test('tells a guest why there is no button', async () => {
    const { player } = await playerScene(database.db, { role: 'guest' });
    const stranger = await createPlayer(database.db);
    const text = await textOf(await player.get(`${social}?q=${stranger.username}`));
    expect(text).toContain('Guests cannot add friends.');
    expect(text).not.toContain('Add Friend');
  });

  test.each([
    ['zzzzzz', 'No users found for &quot;zzzzzz&quot;'],
    ['%', 'No users found for &quot;%&quot;'],
    ['<b>x</b>', 'No users found for &quot;&lt;b&gt;x&lt;/b&gt;&quot;'],
  ])('says that nobody is called %s', async (q, text) => {
    const { web } = await socialScene();
    const html = await (await web.visit().get(`${social}?q=${encodeURIComponent(q)}`)).text();
    expect(html.replaceAll('<!-- -->', '')).toContain(text);
  });

  test.each(['page=0', 'page=abc', 'page=-1', 'q=%00', 'q=%FF', `q=${'x'.repeat(300)}`, 'q[]=a'])(
    'takes the query %s calmly',
    async (query) => {
      const { web } = await socialScene();
      expect((await web.visit().get(`${social}?${query}`)).status).toBe(200);
    },
  );

  test('leads from a page beyond the end to the last one', async () => {
    const { web, actor } = await socialScene();
    const response = await web.visit().get(`${social}?q=${actor.username}&page=9`);
    expect(response.headers.get('Location')).toBe(`${social}?q=${actor.username}`);
  });

  test('says so when the database does not answer', async () => {
    const { player } = await socialScene();
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
  test('is not for visitors, who come back after the login', async () => {
    const { web, actor } = await socialScene();
    const path = `/profile/${actor.username}/friends`;
    expect((await web.visit().get(path)).headers.get('Location')).toBe(
      `/login?next=${encodeURIComponent(path)}`,
    );
  });

  test('has the specification’s words, a way back, and Chat and ✖ on the own one', async () => {
    const { player, actor, befriend, as } = await socialScene();
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

  test('of somebody else has Chat for one’s own friends only, and removes nobody', async () => {
    const { player, actor, befriend } = await socialScene();
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

  test('of somebody else has the next step towards everybody who is no friend yet', async () => {
    const { player, actor, as, befriend } = await socialScene();
    const [host, stranger, asked, asker, friend, blocked] = await Promise.all(
      ['host', 'a', 'b', 'c', 'd', 'e'].map((mark) =>
        createPlayer(database.db, { username: `step-${mark}` }),
      ),
    );
    if (!host || !stranger || !asked || !asker || !friend || !blocked) return;
    for (const one of [stranger, asked, asker, friend, blocked, actor]) await befriend(host, one);
    await sendRequest(as(actor), asked);
    await sendRequest(as(asker), actor);
    await befriend(actor, friend);
    await blockPerson(as(actor), blocked);
    const path = '/profile/step-host/friends';
    const html = await (await player.get(path)).text();
    const rows = html.split('<li class="panel').slice(1);
    const shown = ['>Chat<', 'Add Friend: ', 'Friend Request Pending', 'Accept the friend request'];
    const of = (name: string) => {
      const row = rows.find((one) => one.includes(`href="/profile/${name}"`)) ?? '';
      return shown.filter((words) => row.replaceAll('</svg>', '>').includes(words));
    };
    expect(of('step-a')).toEqual(['Add Friend: ']);
    expect(of('step-b')).toEqual(['Friend Request Pending']);
    expect(of('step-c')).toEqual(['Accept the friend request']);
    expect(of('step-d')).toEqual(['>Chat<']);
    expect(of('step-e')).toEqual([]);
    expect(of(actor.username)).toEqual([]);

    // As the form of the row is sent without script: the list is what comes after it.
    const form = { intent: 'add', back: path };
    const sent = await player.post('/profile/step-a/friend', form, { Accept: 'text/html' });
    expect(sent.headers.get('Location')).toBe(path);
    expect(await textOf(await player.get(path))).not.toContain('Add Friend');
  });

  test.each(['nobody-there', '%00', 'x'.repeat(300)])('of %s is not there', async (name) => {
    const { player } = await socialScene();
    const response = await player.get(`/profile/${name}/friends`);
    expect([400, 404]).toContain(response.status);
  });

  test('says so when it cannot be read', async () => {
    const { player, actor } = await socialScene();
    await database.db.execute('alter table owned_games rename to owned_games_gone');
    try {
      const response = await player.get(`/profile/${actor.username}/friends`);
      expect(response.status).toBe(500);
      expect(await textOf(response)).toContain('Failed to load friends list.');
    } finally {
      await database.db.execute('alter table owned_games_gone rename to owned_games');
    }
  });

  test('leads from a page beyond the end to the last one', async () => {
    const { player, actor } = await socialScene();
    const path = `/profile/${actor.username}/friends`;
    expect((await player.get(`${path}?page=7`)).headers.get('Location')).toBe(path);
  });
});

describe('the list of blocked players', () => {
  test('is the reader’s own, and says what blocking does', async () => {
    const { web, player, actor, as } = await socialScene();
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

test('the profile of a friend has Message, which leads to the chat; of others it has not', async () => {
  const { web, player, actor, befriend } = await socialScene();
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
