import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { blocks, moderationLog, profileComments, users } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import { postProfileComment } from '#domain/comments/post-profile-comment.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

/** A player with a profile, and functions to log in as others, write comments and read their texts. */
async function createProfile() {
  const { web, actor: owner, player, ctx } = await createLoggedInPlayer(database.db);
  const path = `/profile/${owner.username}`;
  const logIn = async (role?: Actor['role']) => {
    const actor = await createPlayer(database.db, { role });
    return { actor, browser: await createSignedInVisitor(web, actor.id) };
  };
  const write = (actor: Actor, text: string) =>
    postProfileComment({ ...ctx, actor }, { username: owner.username, text, key: randomUUID() });
  const texts = async () => {
    const rows = await database.db
      .select()
      .from(profileComments)
      .where(eq(profileComments.profileId, owner.id));
    return rows.map(({ text }) => text);
  };
  return { web, owner, player, path, logIn, write, texts };
}

const comment = (text: string) => ({ intent: 'comment', key: randomUUID(), text });
/** The Accept header of a browser without scripts. */
const withoutScripts = { Accept: 'text/html,application/xhtml+xml' };

describe('comments on a profile', () => {
  it('can be read by everybody; a visitor who writes one is sent to the login', async () => {
    const { web, owner, path, logIn, write } = await createProfile();
    await write((await logIn('moderator')).actor, 'Well played.\n<b>Really</b>');
    const response = await web.visit().get(path);
    const html = await response.clone().text();
    const text = await textOf(response);
    expect(text).toContain('Comments (1)');
    expect(text).toContain('Moderator');
    expect(html).toContain('Well played.\n&lt;b&gt;Really&lt;/b&gt;');
    expect(text).toContain('Log in to write a comment.');
    expect(html).toContain(`/login?next=${encodeURIComponent(`/profile/${owner.username}`)}`);
    expect(html).not.toContain('<textarea');
    const posted = await web.visit().post(path, comment('Hello'), withoutScripts);
    expect(posted.headers.get('Location')).toMatch(/^\/login\?next=/);
  });

  it('can be posted without scripts, once for a form that is sent twice', async () => {
    const { path, logIn, texts } = await createProfile();
    const { browser } = await logIn();
    expect(await textOf(await browser.get(path))).toContain('0 / 750');
    const form = comment('  Well played.  ');
    for (let times = 0; times < 2; times += 1) {
      const response = await browser.post(path, form, withoutScripts);
      expect(response.status).toBe(302);
      expect(response.headers.get('Location')).toBe(`${path}#comments`);
    }
    expect(await texts()).toEqual(['Well played.']);
    expect(await textOf(await browser.get(path))).toContain('Well played.');
  });

  it('are rejected when they are blank or too long, and the typed text stays', async () => {
    const { path, logIn, texts } = await createProfile();
    const { browser } = await logIn();
    const blank = await browser.post(path, comment('  \n '), withoutScripts);
    expect(blank.status).toBe(400);
    expect(await textOf(blank)).toContain('Write something first.');
    const long = 'b'.repeat(751);
    const response = await browser.post(path, comment(long), withoutScripts);
    expect(response.status).toBe(400);
    const html = await response.text();
    expect(html).toContain('At most 750 characters.');
    expect(html).toContain(`>${long}</textarea>`);
    expect(await texts()).toEqual([]);
  });

  it('cannot be written by guests and by players whom the owner has blocked', async () => {
    const { owner, path, logIn, texts } = await createProfile();
    const guest = await logIn('guest');
    expect(await textOf(await guest.browser.get(path))).toContain(
      'Guests cannot comment on profiles.',
    );
    expect((await guest.browser.post(path, comment('Hi'), withoutScripts)).status).toBe(403);
    const blocked = await logIn();
    const since = new Date('2026-03-01T00:00:00Z');
    await database.db
      .insert(blocks)
      .values({ blockerId: owner.id, blockedId: blocked.actor.id, since });
    expect(await textOf(await blocked.browser.get(path))).toContain(
      'This player cannot be reached.',
    );
    expect((await blocked.browser.post(path, comment('Hi'), withoutScripts)).status).toBe(403);
    expect(await texts()).toEqual([]);
  });

  it('are shown ten a page; links to other pages lead to the comments', async () => {
    const { owner, player, path, logIn, write } = await createProfile();
    for (let count = 1; count <= 11; count += 1) await write(owner, `Number ${count}!`);
    const { browser } = await logIn();
    const first = await (await browser.get(path)).text();
    expect(first).toContain('Number 11!');
    expect(first).not.toContain('Number 1!');
    expect(first).toContain(`href="${path}?page=2#comments"`);
    expect(await textOf(await browser.get(`${path}?page=2`))).toContain('Number 1!');
    const beyond = await browser.get(`${path}?page=9`);
    expect(beyond.headers.get('Location')).toBe(`${path}?page=2#comments`);
    expect(await textOf(await player.get('/profile?page=2'))).toContain('Number 1!');
  });

  it('can be deleted by their author without scripts, after a confirmation', async () => {
    const { path, logIn, write, texts } = await createProfile();
    const { actor, browser } = await logIn();
    const { id } = await write(actor, 'Oh no');
    const confirmation = await browser.get(`${path}?delete=${id}`);
    expect(await textOf(confirmation)).toContain('Delete this comment?');
    const form = { intent: 'delete-comment', commentId: id };
    const response = await browser.post(`${path}?delete=${id}`, form, withoutScripts);
    expect(response.headers.get('Location')).toBe(`${path}#comments`);
    expect(await texts()).toEqual([]);
    const again = await browser.post(`${path}?delete=${id}`, form, withoutScripts);
    expect(again.status).toBe(404);
    expect(await textOf(again)).toContain('This comment is no longer there.');
  });

  it('can be deleted by the owner of the profile, and not by other players', async () => {
    const { web, player, path, logIn, write, texts } = await createProfile();
    const { id } = await write((await logIn()).actor, 'Hello');
    const stranger = (await logIn()).browser;
    const html = await (await stranger.get(`${path}?delete=${id}`)).text();
    expect(html).not.toContain('Delete this comment?');
    expect(html).not.toContain(`delete=${id}#comments`);
    const form = { intent: 'delete-comment', commentId: id };
    expect((await stranger.post(path, form)).status).toBe(404);
    expect((await stranger.post(path, { ...form, reason: 'I am bored' })).status).toBe(403);
    const visitor = await web.visit().post(path, form);
    expect(visitor.headers.get('Location')).toMatch(/^\/login/);
    expect(await texts()).toEqual(['Hello']);
    expect(await (await player.get('/profile')).text()).toContain(`/profile?delete=${id}#comments`);
    await player.post('/profile', form, withoutScripts);
    expect(await texts()).toEqual([]);
  });

  it('can be deleted by a moderator with a reason, which is logged', async () => {
    const { path, logIn, write, texts } = await createProfile();
    const author = (await logIn()).actor;
    const { id } = await write(author, 'Something bad');
    const { actor, browser } = await logIn('moderator');
    expect(await textOf(await browser.get(`${path}?delete=${id}`))).toContain('Reason');
    const form = { intent: 'delete-comment', commentId: id, reason: ' ' };
    const rejected = await browser.post(`${path}?delete=${id}`, form, withoutScripts);
    expect(rejected.status).toBe(400);
    expect(await textOf(rejected)).toContain('Give a reason of at least 3 characters.');
    await browser.post(path, { ...form, reason: 'Rude' }, withoutScripts);
    expect(await texts()).toEqual([]);
    const logged = await database.db
      .select()
      .from(moderationLog)
      .where(eq(moderationLog.targetId, author.id));
    expect(logged).toMatchObject([
      { act: 'delete-comment', moderatorId: actor.id, reason: 'Rude' },
    ]);
  });

  it('show an error and keep the text when posting fails', async () => {
    const { web, path, logIn, texts } = await createProfile();
    const { browser } = await logIn();
    vi.spyOn(web.services.rateLimiter, 'take').mockRejectedValue(new Error('gone'));
    const response = await browser.post(path, comment('Hello'), withoutScripts);
    expect(response.status).toBe(500);
    const html = await response.text();
    expect(html).toContain('The comment could not be posted. Please try again.');
    expect(html).toContain('>Hello</textarea>');
    expect(await texts()).toEqual([]);
  });
});

describe('a profile', () => {
  it('says that its account is suspended, and takes no comments', async () => {
    const { owner, path, logIn } = await createProfile();
    await database.db.update(users).set({ banned: true }).where(eq(users.id, owner.id));
    const { browser } = await logIn();
    const html = await (await browser.get(path)).text();
    expect(html).toContain('This account is suspended.');
    expect(html).not.toContain('<textarea');
    expect((await browser.post(path, comment('Hi'), withoutScripts)).status).toBe(403);
  });

  it('links to friends, notifications and blocked players', async () => {
    const { owner, player, path, web } = await createProfile();
    const own = await (await player.get('/profile')).text();
    expect(own).toContain(`href="/profile/${owner.username}/friends"`);
    expect(own).toContain('href="/profile/notification"');
    expect(own).toContain('href="/profile/blocked"');
    expect(await (await web.visit().get(path)).text()).toContain(`href="${path}/friends"`);
  });
});
