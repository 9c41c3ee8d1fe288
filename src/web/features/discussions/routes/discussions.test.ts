import { beforeAll, describe, expect, test, vi } from 'vitest';
import * as listing from '#domain/discussions/lists/list-discussions.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createDiscussionFixture } from '#test/fixtures/discussions.ts';
import { createGame } from '#test/fixtures/factories.ts';
import { readHead } from '#test/fixtures/page-head.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const root = '/community/discussion';
const visit = () => createDiscussionFixture(database.db).web.visit();
const page = async (path: string) => {
  const response = await visit().get(path);
  return { response, html: await response.clone().text(), text: await textOf(response) };
};

test('an empty list offers to begin the first discussion', async () => {
  expect((await page(root)).text).toContain('No discussions yet. Register to begin one');
  const { browser } = await createDiscussionFixture(database.db).createPlayerWithBrowser();
  expect(await textOf(await browser.get(root))).toContain(
    'No discussions yet. Begin the first one',
  );
});

describe('the list', () => {
  let gameId = 0;
  let privateId = '';

  beforeAll(async () => {
    const { createPlayerWithBrowser, startDiscussion, postComment } = createDiscussionFixture(
      database.db,
    );
    gameId = (await createGame(database.db, { name: 'Deep Mine' })).id;
    const { actor } = await createPlayerWithBrowser();
    for (let number = 1; number <= 25; number += 1) {
      await startDiscussion(actor, { title: `Filler ${number}`, tags: ['Info'] });
    }
    await startDiscussion(actor, { title: 'Two tags', tags: ['RPG', 'Help'] });
    const busy = await startDiscussion(actor, { title: 'One tag', tags: ['Help'] });
    await postComment(actor, busy);
    await postComment(actor, busy);
    privateId = await startDiscussion(actor, {
      title: 'Of the mine',
      content: 'Exactly thirty characters here, and some more after them.',
      game: 'deep mine',
      isPrivate: true,
    });
  });

  test('shows title, preview, game, tags, comments, privacy and date of each discussion', async () => {
    for (const path of [root, '/community/discussions']) {
      const { response, html, text } = await page(path);
      expect(response.status).toBe(200);
      expect(text).toContain('All discussions 28 discussions');
      expect(text).toContain('Of the mine Private discussion Exactly thirty characters here… ');
      expect(text).toMatch(/Mar 14, 2026 Game: deep mine 0 comments/);
      expect(text).toContain('2 comments');
      expect(html).toContain(`href="/community/discussions/${privateId}"`);
      expect(html).toContain(`href="/game-info/${gameId}"`);
      expect(html).toContain('placeholder="Search title..."');
    }
  });

  test('has five discussions per page and a pager with up to four numbers', async () => {
    const first = await page(root);
    expect(first.html.match(/<article/g)).toHaveLength(5);
    expect(first.text).toMatch(/Previous 1 2 3 4 Next/);
    const last = await page(`${root}?page=6`);
    expect(last.html.match(/<article/g)).toHaveLength(3);
    expect(last.text).toMatch(/Previous 3 4 5 6 Next/);
    const beyond = await visit().get(`${root}?page=99`);
    expect(beyond.headers.get('Location')).toBe(`${root}?page=6`);
  });

  test('is filtered by all tags of its URL, which can be removed one by one or at once', async () => {
    const one = await page(`${root}?genre=Help`);
    expect(one.text).toContain('Discussions on Help 2 discussions');
    expect(one.html).toContain(`href="${root}?genre=RPG&amp;genre=Help"`);
    const both = await page(`${root}?genre=RPG&genre=Help`);
    expect(both.text).toContain('Discussions on RPG and Help 1 discussion ');
    expect(both.text).toContain('Two tags');
    expect(both.text).not.toContain('One tag');
    expect(both.text).toContain('Clear All');
    // Links that remove each tag, and one that removes all.
    for (const rest of ['?genre=Help', '?genre=RPG', '']) {
      expect(both.html).toContain(`href="${root}${rest}"`);
    }
    expect((await page(root)).text).not.toContain('Clear All');
  });

  test('accepts tags in any case and separated by commas, and ignores unknown ones', async () => {
    for (const query of ['?genre=help,rpg', '?genre=help&genre=RPG&genre=nonsense']) {
      const response = await visit().get(root + query);
      expect(response.headers.get('Location')).toBe(`${root}?genre=RPG&genre=Help`);
    }
  });

  test('can be searched by title, content and game, and keeps the tags', async () => {
    for (const term of ['OF THE MINE', 'thirty char', 'Deep']) {
      expect((await page(`${root}?q=${encodeURIComponent(term)}`)).text).toContain('Of the mine');
    }
    const { html } = await page(`${root}?q=tag&genre=Help`);
    expect(html).toContain('<input type="hidden" name="genre" value="Help"/>');
    const none = await page(`${root}?q=zzzzzz`);
    expect(none.text).toContain('No discussions found. See all discussions');
  });

  test('can be filtered by a game, which can be removed like a tag', async () => {
    const other = await createGame(database.db, { name: 'Deeper Mine' });
    const shown = await page(`${root}?game=${gameId}`);
    expect(shown.text).toContain('Remove the filter: Deep Mine');
    expect(shown.text).toContain('Discussions of Deep Mine 1 discussion ');
    expect(shown.text).toContain('Of the mine');
    expect(shown.text).not.toContain('Filler');
    expect(shown.html).toContain('<input type="hidden" name="game"');
    expect(readHead(shown.html).titles).toEqual(['Discussions of Deep Mine · Guildhall']);
    const both = await page(`${root}?genre=Help&game=${gameId}`);
    expect(both.text).toContain('No discussions found.');
    for (const rest of ['?genre=Help', `?game=${gameId}`]) {
      expect(both.html).toContain(`href="${root}${rest}"`);
    }
    expect((await page(`${root}?game=${other.id}`)).text).toContain('No discussions found.');
    for (const game of ['2147483647', 'x', '-1', '9999999999999']) {
      const response = await visit().get(`${root}?game=${game}`);
      expect(response.headers.get('Location')).toBe(root);
    }
  });

  test('can be ordered by comments and by activity', async () => {
    const first = async (order: string) =>
      /<article[\s\S]*?<h3[^>]*><a[^>]*>([^<]*)/.exec(
        (await page(`${root}?order=${order}`)).html,
      )?.[1];
    expect(await first('comments')).toBe('One tag');
    expect((await page(`${root}?order=activity`)).response.status).toBe(200);
    const other = await visit().get(`${root}?order=upside-down`);
    expect(other.headers.get('Location')).toBe(root);
  });

  test('offers to create a discussion only to logged-in accounts', async () => {
    expect((await page(root)).text).not.toContain('Create Discussion');
    const { browser } = await createDiscussionFixture(database.db).createPlayerWithBrowser();
    const html = await (await browser.get(root)).text();
    expect(html).toMatch(/href="\/community\/discussion\/create-discussion"[^>]*>/);
    expect(await textOf(await browser.get(root))).toContain('Create Discussion');
  });

  test('lets search engines list its pages and tags, but not searches', async () => {
    const robots = async (path: string) => readHead((await page(path)).html).meta.get('robots');
    for (const path of [root, `${root}?page=2`, `${root}?genre=Info`]) {
      expect(await robots(path)).not.toEqual(['noindex']);
    }
    for (const query of ['?q=mine', '?genre=RPG&genre=Help', '?order=comments']) {
      expect(await robots(root + query)).toEqual(['noindex']);
    }
    const { links, titles } = readHead((await page('/community/discussions?page=2')).html);
    expect(links.get('canonical')).toEqual([`http://localhost:3000${root}?page=2`]);
    expect(titles).toEqual(['Discussions, page 2 · Guildhall']);
  });

  test('shows an error text when the database fails', async () => {
    vi.spyOn(listing, 'listDiscussions').mockRejectedValueOnce(new Error('gone'));
    const { response, text } = await page(root);
    expect(response.status).toBe(500);
    const requestId = response.headers.get('X-Request-Id');
    expect(text).toContain(`Failed to load discussions. Request ${requestId} Try again`);
  });
});
