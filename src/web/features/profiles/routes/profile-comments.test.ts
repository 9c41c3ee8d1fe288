import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { blocks, moderationLog, profileComments, users } from '#database/schema.ts';
import type { Actor } from '#domain/base-context.ts';
import { postProfileComment } from '#domain/comments/post-profile-comment.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { playerScene } from '#test/fixtures/player.ts';
import { signedIn } from '#test/fixtures/sign-in.ts';
import { textOf } from '#test/fixtures/web.ts';

const database = useDatabase();

/** Somebody's profile, and whoever else is needed to look at it. */
async function scene() {
  const { web, actor: owner, player, ctx } = await playerScene(database.db);
  const path = `/profile/${owner.username}`;
  const log = async (role?: Actor['role']) => {
    const actor = await createPlayer(database.db, { role });
    return { actor, browser: await signedIn(web, actor.id) };
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
  return { web, owner, player, path, log, write, texts };
}

const comment = (text: string) => ({ intent: 'comment', key: randomUUID(), text });
/** What a browser without script says that it takes. */
const plain = { Accept: 'text/html,application/xhtml+xml' };

describe('comments on a profile', () => {
  it('are read by everybody; a visitor is led to the login to write', async () => {
    const { web, owner, path, log, write } = await scene();
    await write((await log('moderator')).actor, 'Well played.\n<b>Really</b>');
    const response = await web.visit().get(path);
    const html = await response.clone().text();
    const text = await textOf(response);
    expect(text).toContain('Comments (1)');
    expect(text).toContain('Moderator');
    expect(html).toContain('Well played.\n&lt;b&gt;Really&lt;/b&gt;');
    expect(text).toContain('Log in to write a comment.');
    expect(html).toContain(`/login?next=${encodeURIComponent(`/profile/${owner.username}`)}`);
    expect(html).not.toContain('<textarea');
    const posted = await web.visit().post(path, comment('Hello'), plain);
    expect(posted.headers.get('Location')).toMatch(/^\/login\?next=/);
  });

  it('are posted without script: back to the comments, and read there once', async () => {
    const { path, log, texts } = await scene();
    const { browser } = await log();
    expect(await textOf(await browser.get(path))).toContain('0 / 750');
    const form = comment('  Well played.  ');
    for (let times = 0; times < 2; times += 1) {
      const response = await browser.post(path, form, plain);
      expect(response.status).toBe(302);
      expect(response.headers.get('Location')).toBe(`${path}#comments`);
    }
    expect(await texts()).toEqual(['Well played.']);
    expect(await textOf(await browser.get(path))).toContain('Well played.');
  });

  it('that are blank or too long are refused, and what was typed stays', async () => {
    const { path, log, texts } = await scene();
    const { browser } = await log();
    const blank = await browser.post(path, comment('  \n '), plain);
    expect(blank.status).toBe(400);
    expect(await textOf(blank)).toContain('Write something first.');
    const long = 'b'.repeat(751);
    const response = await browser.post(path, comment(long), plain);
    expect(response.status).toBe(400);
    const html = await response.text();
    expect(html).toContain('At most 750 characters.');
    expect(html).toContain(`>${long}</textarea>`);
    expect(await texts()).toEqual([]);
  });

  it('are not a guest’s to write, nor those of whom the owner has blocked', async () => {
    const { owner, path, log, texts } = await scene();
    const guest = await log('guest');
    expect(await textOf(await guest.browser.get(path))).toContain(
      'Guests cannot comment on profiles.',
    );
    expect((await guest.browser.post(path, comment('Hi'), plain)).status).toBe(403);
    const blocked = await log();
    const since = new Date('2026-03-01T00:00:00Z');
    await database.db
      .insert(blocks)
      .values({ blockerId: owner.id, blockedId: blocked.actor.id, since });
    expect(await textOf(await blocked.browser.get(path))).toContain(
      'This player cannot be reached.',
    );
    expect((await blocked.browser.post(path, comment('Hi'), plain)).status).toBe(403);
    expect(await texts()).toEqual([]);
  });

  it('come ten a page, whose other pages open at the comments', async () => {
    const { owner, player, path, log, write } = await scene();
    for (let count = 1; count <= 11; count += 1) await write(owner, `Number ${count}!`);
    const { browser } = await log();
    const first = await (await browser.get(path)).text();
    expect(first).toContain('Number 11!');
    expect(first).not.toContain('Number 1!');
    expect(first).toContain(`href="${path}?page=2#comments"`);
    expect(await textOf(await browser.get(`${path}?page=2`))).toContain('Number 1!');
    const beyond = await browser.get(`${path}?page=9`);
    expect(beyond.headers.get('Location')).toBe(`${path}?page=2#comments`);
    expect(await textOf(await player.get('/profile?page=2'))).toContain('Number 1!');
  });

  it('are deleted by their author without script, who is asked first', async () => {
    const { path, log, write, texts } = await scene();
    const { actor, browser } = await log();
    const { id } = await write(actor, 'Oh no');
    const asked = await browser.get(`${path}?delete=${id}`);
    expect(await textOf(asked)).toContain('Delete this comment?');
    const form = { intent: 'delete-comment', commentId: id };
    const response = await browser.post(`${path}?delete=${id}`, form, plain);
    expect(response.headers.get('Location')).toBe(`${path}#comments`);
    expect(await texts()).toEqual([]);
    const again = await browser.post(`${path}?delete=${id}`, form, plain);
    expect(again.status).toBe(404);
    expect(await textOf(again)).toContain('This comment is no longer there.');
  });

  it('are deleted by the owner on the own profile, and by nobody who has no part in them', async () => {
    const { web, player, path, log, write, texts } = await scene();
    const { id } = await write((await log()).actor, 'Hello');
    const stranger = (await log()).browser;
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
    await player.post('/profile', form, plain);
    expect(await texts()).toEqual([]);
  });

  it('are deleted by a moderator with a reason, which is kept', async () => {
    const { path, log, write, texts } = await scene();
    const author = (await log()).actor;
    const { id } = await write(author, 'Something bad');
    const { actor, browser } = await log('moderator');
    expect(await textOf(await browser.get(`${path}?delete=${id}`))).toContain('Reason');
    const form = { intent: 'delete-comment', commentId: id, reason: ' ' };
    const refused = await browser.post(`${path}?delete=${id}`, form, plain);
    expect(refused.status).toBe(400);
    expect(await textOf(refused)).toContain('Give a reason of at least 3 characters.');
    await browser.post(path, { ...form, reason: 'Rude' }, plain);
    expect(await texts()).toEqual([]);
    const kept = await database.db
      .select()
      .from(moderationLog)
      .where(eq(moderationLog.targetId, author.id));
    expect(kept).toMatchObject([{ act: 'delete-comment', moderatorId: actor.id, reason: 'Rude' }]);
  });

  it('say calmly when they cannot be written', async () => {
    const { web, path, log, texts } = await scene();
    const { browser } = await log();
    vi.spyOn(web.services.rateLimiter, 'take').mockRejectedValue(new Error('gone'));
    const response = await browser.post(path, comment('Hello'), plain);
    expect(response.status).toBe(500);
    const html = await response.text();
    expect(html).toContain('The comment could not be posted. Please try again.');
    expect(html).toContain('>Hello</textarea>');
    expect(await texts()).toEqual([]);
  });
});

describe('a profile', () => {
  it('says that its account is suspended, and takes no comments', async () => {
    const { owner, path, log } = await scene();
    await database.db.update(users).set({ banned: true }).where(eq(users.id, owner.id));
    const { browser } = await log();
    const html = await (await browser.get(path)).text();
    expect(html).toContain('This account is suspended.');
    expect(html).not.toContain('<textarea');
    expect((await browser.post(path, comment('Hi'), plain)).status).toBe(403);
  });

  it('leads to friends, notifications and who is blocked', async () => {
    const { owner, player, path, web } = await scene();
    const own = await (await player.get('/profile')).text();
    expect(own).toContain(`href="/profile/${owner.username}/friends"`);
    expect(own).toContain('href="/profile/notification"');
    expect(own).toContain('href="/profile/blocked"');
    expect(await (await web.visit().get(path)).text()).toContain(`href="${path}/friends"`);
  });
});
