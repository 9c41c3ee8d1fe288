import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DiscussionContent } from '#shared/schemas/discussions.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createDiscussionWithAuthor, htmlAcceptHeader } from '#test/fixtures/discussions.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

const createFixture = (content?: Partial<DiscussionContent>) =>
  createDiscussionWithAuthor(database.db, content);
const comment = (text: string) => ({ intent: 'comment', key: randomUUID(), text });
const emptyText = 'No comments yet. Be the first to comment!';
const privateText = 'Private discussion. You cannot write comments here!';

describe('comments in a discussion', () => {
  it('are posted without scripts, once, and the form leads to the new comment', async () => {
    const { createPlayerWithBrowser, path, texts } = await createFixture();
    const { browser } = await createPlayerWithBrowser();
    const html = await (await browser.get(path)).text();
    expect(html).toContain('placeholder="Add a comment..."');
    expect(html).toContain('0<!-- --> / <!-- -->1000');
    const form = comment('  The second.  ');
    for (let times = 0; times < 2; times += 1) {
      const response = await browser.post(path, form, htmlAcceptHeader);
      expect(response.status).toBe(302);
      expect(response.headers.get('Location')).toMatch(
        new RegExp(`^${path}#comment-[0-9a-f-]{36}$`),
      );
    }
    expect(await texts()).toEqual(['The second.']);
    const text = await textOf(await browser.get(path));
    expect(text).toContain('The second.');
    expect(text).toContain('Page 1 of 1');
  });

  it('that are blank or too long are rejected, and the typed text stays', async () => {
    const { author, path, texts } = await createFixture();
    const blank = await author.browser.post(path, comment(' \n '), htmlAcceptHeader);
    expect(blank.status).toBe(400);
    expect(await textOf(blank)).toContain('Write something first.');
    const long = 'b'.repeat(1001);
    const response = await author.browser.post(path, comment(long), htmlAcceptHeader);
    expect(response.status).toBe(400);
    const html = await response.text();
    expect(html).toContain('At most 1,000 characters.');
    expect(html).toContain(`>${long}</textarea>`);
    expect(await texts()).toEqual([]);
  });

  it('can be written only by the author of a private discussion', async () => {
    const { web, createPlayerWithBrowser, author, path, texts } = await createFixture({
      isPrivate: true,
    });
    const { browser } = await createPlayerWithBrowser();
    for (const reader of [web.visit(), browser]) {
      const response = await reader.get(path);
      const html = await response.clone().text();
      expect(await textOf(response)).toContain(privateText);
      expect(html).not.toContain('<textarea');
    }
    const own = await (await author.browser.get(path)).text();
    expect(own).toContain(emptyText);
    expect(own).toContain('<textarea');
    const refused = await browser.post(path, comment('Me too'), htmlAcceptHeader);
    expect(refused.status).toBe(403);
    expect(await textOf(refused)).toContain(privateText);
    await author.browser.post(path, comment('To myself'), htmlAcceptHeader);
    expect(await texts()).toEqual(['To myself']);
    const text = await textOf(await browser.get(path));
    expect(text).toContain('To myself');
    expect(text).toContain(privateText);
  });

  it('are shown ten per page, oldest first, each with a URL that leads to its page', async () => {
    const { web, author, id, path, postComment } = await createFixture();
    const ids: string[] = [];
    for (let number = 1; number <= 21; number += 1) {
      ids.push(await postComment(author.actor, id, `Number ${number}!`));
    }
    const visitor = web.visit();
    const first = await textOf(await visitor.get(path));
    expect(first).toContain('Page 1 of 3');
    expect(first).toContain('Number 10!');
    expect(first).not.toContain('Number 11!');
    expect(await (await visitor.get(path)).text()).toContain(`href="${path}?page=2#comments"`);
    for (const [place, page] of [
      [0, ''],
      [10, '?page=2'],
      [20, '?page=3'],
    ] as const) {
      const anchor = `comment-${ids[place]}`;
      const response = await visitor.get(`${path}?comment=${ids[place]}`);
      expect(response.headers.get('Location')).toBe(`${path}${page}#${anchor}`);
      const html = await (await visitor.get(path + page)).text();
      expect(html).toContain(`id="${anchor}"`);
      expect(html).toContain(`href="${path}?comment=${ids[place]}#${anchor}"`);
    }
    const beyond = await visitor.get(`${path}?page=9`);
    expect(beyond.headers.get('Location')).toBe(`${path}?page=3#comments`);
    const gone = await visitor.get(`${path}?comment=${randomUUID()}`);
    expect(await textOf(gone)).toContain('This comment is no longer there.');
  });

  it('are found by the links of notifications, whatever page they are on', async () => {
    const { web, createPlayerWithBrowser, author, id, path, postComment } = await createFixture();
    const { actor } = await createPlayerWithBrowser();
    await postComment(actor, id, 'Early on');
    for (let number = 1; number <= 10; number += 1) await postComment(author.actor, id, 'Between');
    const latest = await postComment(actor, id, 'The latest of mine');
    // More than three pages.
    for (let number = 1; number <= 31; number += 1)
      await postComment(author.actor, id, 'And after');
    await web.ctx.notifier.flush();
    const notices = await (await author.browser.get('/profile/notification')).text();
    expect(notices).toContain(`href="${path}?by=${actor.username}"`);
    const response = await author.browser.get(`${path}?by=${actor.username}`);
    expect(response.headers.get('Location')).toBe(`${path}?page=2#comment-${latest}`);
    for (const nobody of ['nobody', '%00', 'a%00b', "'%20or%201=1"]) {
      expect((await author.browser.get(`${path}?by=${nobody}`)).status).toBe(200);
    }
  });

  it('can be edited by their author and are marked as edited', async () => {
    const { createPlayerWithBrowser, id, path, postComment, texts } = await createFixture();
    const { actor, browser } = await createPlayerWithBrowser();
    const commentId = await postComment(actor, id, 'The frist.');
    expect(await (await browser.get(path)).text()).toContain(`href="${path}?edit=${commentId}#`);
    const asked = await (await browser.get(`${path}?edit=${commentId}`)).text();
    expect(asked).toContain('>The frist.</textarea>');
    const form = { intent: 'edit-comment', commentId, text: '' };
    const refused = await browser.post(`${path}?edit=${commentId}`, form, htmlAcceptHeader);
    expect(await textOf(refused)).toContain('Write something first.');
    const response = await browser.post(path, { ...form, text: 'The first.' }, htmlAcceptHeader);
    expect(response.headers.get('Location')).toBe(`${path}#comment-${commentId}`);
    expect(await texts()).toEqual(['The first.']);
    expect(await textOf(await browser.get(path))).toContain('edited');
    const stranger = (await createPlayerWithBrowser()).browser;
    expect(await (await stranger.get(`${path}?edit=${commentId}`)).text()).not.toContain(
      '>The first.</textarea>',
    );
    const theirs = await stranger.post(path, { ...form, text: 'Mine' }, htmlAcceptHeader);
    expect(theirs.status).toBe(404);
    expect(await texts()).toEqual(['The first.']);
  });

  it('are deleted by their author, and by a moderator with a reason', async () => {
    const { createPlayerWithBrowser, author, id, path, postComment, texts } = await createFixture();
    const { actor, browser } = await createPlayerWithBrowser();
    const own = await postComment(actor, id, 'Oh no');
    const bad = await postComment(actor, id, 'Something bad');
    expect(await textOf(await browser.get(`${path}?delete=${own}`))).toContain(
      'Delete this comment?',
    );
    const form = (commentId: string) => ({ intent: 'delete-comment', commentId });
    // The author of the discussion cannot delete comments of others.
    expect((await author.browser.post(path, form(own), htmlAcceptHeader)).status).toBe(404);
    const response = await browser.post(`${path}?delete=${own}`, form(own), htmlAcceptHeader);
    expect(response.headers.get('Location')).toBe(path);
    expect(await texts()).toEqual(['Something bad']);
    const moderator = (await createPlayerWithBrowser('moderator')).browser;
    expect(await textOf(await moderator.get(`${path}?delete=${bad}`))).toContain('Reason');
    await moderator.post(path, { ...form(bad), reason: 'Rude' }, htmlAcceptHeader);
    expect(await texts()).toEqual([]);
  });
});
