import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { users } from '#database/schema.ts';
import { getConversation } from '#domain/chat/get-conversation.ts';
import { sendMessage } from '#domain/chat/send-message.ts';
import { savePrivacy } from '#domain/privacy/save-privacy.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { befriend, unfriend } from '#test/fixtures/friends.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

/** Two friends, each with a browser; the first is the reader. */
async function createChatFixture() {
  const mine = await createLoggedInPlayer(database.db);
  const other = await createPlayer(database.db);
  await befriend(database.db, mine.actor.id, other.id);
  const path = `/chat/${mine.actor.username}/${other.username}`;
  const theirs = await createSignedInVisitor(mine.web, other.id);
  const { conversationId } = await getConversation(mine.ctx, other.username);
  const say = (text: string, actor = other) =>
    sendMessage({ ...mine.ctx, actor }, { conversationId, id: randomUUID(), text });
  return { ...mine, other, path, theirs, say };
}

const redirectTarget = (response: Response) => response.headers.get('Location');

describe('the chat', () => {
  it('shows the last five messages to both friends, as "sender: text"', async () => {
    const { player, theirs, actor, other, path, say } = await createChatFixture();
    expect(await textOf(await player.get(path))).toContain('Nothing was said yet.');
    for (let number = 1; number <= 7; number += 1) await say(`word${number}.`);
    await say('<b>mine</b>', actor);
    const page = await textOf(await player.get(path));
    expect(page).toContain(`Chat with ${other.username}`);
    expect(page).toContain('Back to Friend List');
    expect(page).toContain('Show More');
    expect(page).toMatch(new RegExp(`${other.username} : *word7\\.`.replace(' :', ': ?')));
    expect(page).toContain('&lt;b&gt;mine&lt;/b&gt;');
    expect(page).toContain('word4.');
    expect(page).not.toContain('word3.');
    const more = await textOf(await player.get(`${path}?shown=10`));
    expect(more).toContain('word1.');
    expect(more).not.toContain('Show More');
    const theirPath = `/chat/${other.username}/${actor.username}`;
    expect(await textOf(await theirs.get(theirPath))).toContain('word7.');
  });

  it('has no field for messages to a player who accepts none', async () => {
    const { player, path, other, ctx } = await createChatFixture();
    await savePrivacy({ ...ctx, actor: other }, { messagesFrom: 'nobody' });
    const page = await (await player.get(path)).text();
    expect(page).toContain('accepts no messages at the moment.');
    expect(page).not.toContain('name="text"');
    const late = await player.post(path, { id: randomUUID(), text: 'late' });
    expect(late.status).toBe(403);
    expect(await textOf(await player.get(path))).toContain('Nothing was said yet.');
  });

  it('stores a message of a page without scripts once, however often it is sent', async () => {
    const { player, path, theirs, actor, other } = await createChatFixture();
    const form = { id: randomUUID(), text: ' hello\r\nthere ' };
    for (let time = 0; time < 3; time += 1) {
      const response = await player.post(path, form);
      expect([response.status, redirectTarget(response)]).toEqual([302, path]);
    }
    const page = await textOf(await theirs.get(`/chat/${other.username}/${actor.username}`));
    expect(page.match(/hello there/g)).toHaveLength(1);
  });

  it.each([
    [{ text: '   ' }, 'Write something first.'],
    [{ text: 'a'.repeat(1_001) }, 'At most 1,000 characters.'],
    [{ text: 'a\u0007b' }, 'This has characters that nobody can see.'],
  ])('rejects %j with a text', async (form, text) => {
    const { player, path } = await createChatFixture();
    const response = await player.post(path, { id: randomUUID(), ...form });
    expect(response.status).toBe(400);
    expect(await textOf(response)).toContain(text);
  });

  it('is closed to visitors, guests, strangers and former friends, and with oneself', async () => {
    const { web, player, path, actor, other } = await createChatFixture();
    const visitor = web.visit();
    expect(redirectTarget(await visitor.get(path))).toBe(`/login?next=${encodeURIComponent(path)}`);
    expect(redirectTarget(await visitor.post(path, { id: randomUUID(), text: 'hi' }))).toContain(
      '/login',
    );

    const guest = await createLoggedInPlayer(database.db, { role: 'guest' });
    const stranger = await createPlayer(database.db);
    const tries = [
      [guest.player, `/chat/${guest.actor.username}/${other.username}`],
      [player, `/chat/${actor.username}/${stranger.username}`],
      [player, `/chat/${actor.username}/nobody-here`],
      [player, `/chat/${actor.username}/%00`],
      [player, `/chat/${actor.username}/${actor.username}`],
    ] as const;
    for (const [person, path] of tries) {
      expect(redirectTarget(await person.get(path))).toBe('/profile');
      const sent = await person.post(path, { id: randomUUID(), text: 'hi' });
      expect([302, 400]).toContain(sent.status);
    }
    expect((await player.get(path)).status).toBe(200);
    await unfriend(database.db, actor.id, other.id);
    expect(redirectTarget(await player.get(path))).toBe('/profile');
    expect(redirectTarget(await player.post(path, { id: randomUUID(), text: 'hi' }))).toBe(
      '/profile',
    );
  });

  it('sends no messages to or from a suspended account until the suspension ends', async () => {
    const { player, path, actor, other, say, ctx } = await createChatFixture();
    await say('before');
    const until = new Date(ctx.clock.now().getTime() + 1_000);
    await database.db
      .update(users)
      .set({ banned: true, banExpires: until })
      .where(eq(users.id, other.id));
    const page = await textOf(await player.get(path));
    expect(page).toContain('before');
    expect(page).toContain('This account is suspended.');
    const form = { id: randomUUID(), text: 'hi' };
    expect((await player.post(path, form)).status).toBe(403);
    for (const sender of [actor, other]) {
      await expect(say('hi', sender)).rejects.toMatchObject({ code: 'account-suspended' });
    }
    ctx.testClock.advance(2_000);
    expect((await player.post(path, form)).status).toBe(302);
  });

  it("redirects from other players' conversations to the reader's own and shows nothing of them", async () => {
    const { web, path, actor, other, say, theirs } = await createChatFixture();
    await say('a secret');
    // The path of the friend's side of the same conversation.
    expect(redirectTarget(await theirs.get(path))).toBe(
      `/chat/${other.username}/${actor.username}`,
    );
    const spy = await createPlayer(database.db);
    const spying = await createSignedInVisitor(web, spy.id);
    expect(redirectTarget(await spying.get(path))).toBe(`/chat/${spy.username}/${other.username}`);
    expect(redirectTarget(await spying.get(`/chat/${spy.username}/${other.username}`))).toBe(
      '/profile',
    );
    expect(await (await spying.get(`${path}.data`)).text()).not.toContain('a secret');
    expect(redirectTarget(await spying.post(path, { id: randomUUID(), text: 'hi' }))).toBe(
      '/profile',
    );
  });

  it.each(['shown=-1', 'shown=abc', 'shown=99999999', 'before=0', 'before=x', 'before=2'])(
    'answers the query %s without an error',
    async (query) => {
      const { player, path, say } = await createChatFixture();
      await say('hello');
      expect((await player.get(`${path}?${query}`)).status).toBe(200);
    },
  );
});

describe('messages that the chat has not shown', () => {
  it('stay unread above the last five and are counted beside Show More', async () => {
    const { player, path, say } = await createChatFixture();
    for (let number = 1; number <= 9; number += 1) await say(`number ${number}`);
    const first = await player.get(path);
    const html = await first.clone().text();
    expect(await textOf(first)).toContain('Show More 4 unread above');
    expect(html).toContain('name="from" value="5"');
    expect(html).toContain('name="number" value="9"');
    // The form as a page without scripts sends it.
    const form = { id: randomUUID(), text: 'Hello.', from: '5', number: '9' };
    expect((await player.post(path, form)).status).toBe(302);
    expect(await textOf(await player.get('/messages'))).toContain('4 unread');
    const more = await textOf(await player.get(`${path}?shown=10`));
    expect(more).toContain('number 1');
    expect(more).not.toContain('unread above');
  });
});

describe('the list of conversations', () => {
  it('marks own messages with "You" and shows the time today and the date later', async () => {
    const { player, actor, say, ctx } = await createChatFixture();
    await say('Mine.', actor);
    const page = await player.get('/messages');
    const sentAt = ctx.clock.now();
    expect(await textOf(page.clone())).toContain('You: Mine.');
    const time = sentAt.toLocaleTimeString('en-US', { timeStyle: 'short', timeZone: 'UTC' });
    const shown = /<time[^>]*>([^<]*)<\/time>/;
    expect(shown.exec(await page.text())?.[1]).toBe(time);
    ctx.testClock.advance(24 * 60 * 60 * 1000);
    const date = sentAt.toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
    expect(shown.exec(await (await player.get('/messages')).text())?.[1]).toBe(date);
  });

  it('shows the unread counts', async () => {
    const { player, other, say, web } = await createChatFixture();
    expect(await textOf(await player.get('/messages'))).toContain('No messages yet.');
    await say('Are you there?');
    const page = await textOf(await player.get('/messages'));
    expect(page).toContain(`${other.username}: Are you there?`);
    expect(page).toContain('1 unread');
    expect(redirectTarget(await web.visit().get('/messages'))).toBe('/login?next=%2Fmessages');
    expect(redirectTarget(await player.get('/messages?page=9'))).toBe('/messages');
  });
});
