import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { discussions, moderationLog } from '#database/schema.ts';
import { savePrivacy } from '#domain/privacy/save-privacy.ts';
import type { DiscussionContent } from '#shared/schemas/discussions.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import {
  createDiscussionFixture,
  createDiscussionWithAuthor,
  htmlAcceptHeader,
} from '#test/fixtures/discussions.ts';
import { createGame } from '#test/fixtures/factories.ts';
import { readHead } from '#test/fixtures/page-head.ts';
import { structuredData } from '#test/fixtures/structured-data-rules.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const pathOf = (id: string) => `/community/discussions/${id}`;

const createFixture = (content?: Partial<DiscussionContent>) =>
  createDiscussionWithAuthor(database.db, content);
const emptyText = 'No comments yet. Be the first to comment!';

describe('a discussion', () => {
  it('is public, with links to author, game and tags, and has no form for a visitor', async () => {
    const game = await createGame(database.db, { name: 'Two Endings' });
    const { web, author, path } = await createFixture({
      content: 'First line.\nSee https://example.test/guide. <b>Bold</b>',
      game: 'two endings',
      tags: ['RPG', 'Help'],
    });
    const response = await web.visit().get(path);
    const html = await response.clone().text();
    const text = await textOf(response);
    expect(text).toContain('Back to Discussions');
    expect(text).toContain('Mar 14, 2026, 12:00 PM');
    expect(html).toContain('<h1 class="text-3xl wrap-anywhere">Which ending?</h1>');
    expect(html).toContain(`href="/profile/${author.actor.username}"`);
    expect(html).toContain(`href="/game-info/${game.id}"`);
    expect(html).toContain('href="/community/discussion?genre=Help"');
    expect(html).toContain(
      'First line.\nSee <a href="https://example.test/guide" rel="nofollow ugc noopener" class="text-link">https://example.test/guide</a>. &lt;b&gt;Bold&lt;/b&gt;',
    );
    expect(text).toContain(emptyText);
    expect(html).not.toContain('<textarea');
    expect(text).not.toContain('Subscribe');
    expect(html).toContain(`/login?next=${encodeURIComponent(path)}`);
  });

  it('that does not exist shows an error page, also for an invalid id', async () => {
    const { web } = createDiscussionFixture(database.db);
    for (const id of [randomUUID(), 'nonsense', '%00']) {
      for (const part of ['', '?page=2', `?comment=${randomUUID()}`]) {
        const response = await web.visit().get(`${pathOf(id)}${part}`);
        expect(response.status).toBe(404);
        expect(await textOf(response)).toContain('Discussion not found or failed to load.');
      }
    }
  });

  it('has its own head and may be listed by search engines unless it is private', async () => {
    const { web, path } = await createFixture({ content: 'About the two endings.' });
    const head = readHead(await (await web.visit().get(path)).text());
    expect(head.titles).toEqual(['Which ending? · Guildhall']);
    expect(head.meta.get('description')).toEqual(['About the two endings.']);
    expect(head.links.get('canonical')).toEqual([`http://localhost:3000${path}`]);
    expect(head.data).toEqual([expect.objectContaining({ '@context': 'https://schema.org' })]);
    const closed = await createFixture({ isPrivate: true });
    const other = readHead(await (await web.visit().get(closed.path)).text());
    expect(other.meta.get('robots')).toEqual(['noindex']);
    expect(other.data).toEqual([]);
  });

  it('has structured data, in which typed text cannot end the script', async () => {
    const nasty = '</script><script>pwned=1</script><!-- ]]>';
    const { web, createPlayerWithBrowser, id, path, postComment, author } = await createFixture({
      title: nasty,
      content: nasty,
    });
    const { actor } = await createPlayerWithBrowser();
    for (const one of [author.actor, actor]) {
      await savePrivacy({ ...web.ctx, actor: one }, { isInSearchEngines: true });
    }
    const commentId = await postComment(actor, id, nasty);
    const html = await (await web.visit().get(path)).text();
    expect(html).not.toContain('<script>pwned');
    const [data] = readHead(html).data;
    const { '@graph': things } = structuredData.parse(data);
    const page = `http://localhost:3000${path}`;
    expect(things[0]).toMatchObject({
      '@type': 'DiscussionForumPosting',
      headline: nasty,
      text: nasty,
      url: page,
      author: { name: author.actor.username },
      datePublished: '2026-03-14T12:00:00.000Z',
      interactionStatistic: { userInteractionCount: 1 },
      comment: [
        { text: nasty, url: `${page}#comment-${commentId}`, author: { name: actor.username } },
      ],
    });
    expect(things[1]).toMatchObject({ '@type': 'BreadcrumbList' });
  });

  it('names in its structured data only authors who let search engines list them', async () => {
    const { web, createPlayerWithBrowser, id, path, postComment, author } = await createFixture();
    const { actor } = await createPlayerWithBrowser();
    await postComment(actor, id, 'The second one.');
    const read = async () => {
      const [data] = readHead(await (await web.visit().get(path)).text()).data;
      return structuredData.parse(data)['@graph'];
    };
    const hidden = await read();
    expect(hidden[0]).toMatchObject({ comment: [{ text: 'The second one.' }] });
    for (const { username } of [actor, author.actor]) {
      expect(JSON.stringify(hidden)).not.toContain(username);
    }
    await savePrivacy({ ...web.ctx, actor }, { isInSearchEngines: true });
    await vi.waitFor(async () => {
      expect((await read())[0]).toMatchObject({ comment: [{ author: { name: actor.username } }] });
    });
    expect(JSON.stringify(await read())).not.toContain(author.actor.username);
  });

  it('can be subscribed to and unsubscribed from without scripts', async () => {
    const { createPlayerWithBrowser, path } = await createFixture();
    const { browser } = await createPlayerWithBrowser();
    const button = async () =>
      /<button[^>]*>.*?(Unsubscribe|Subscribe)</.exec(await (await browser.get(path)).text())?.[1];
    expect(await button()).toBe('Subscribe');
    const response = await browser.post(path, { intent: 'subscribe' }, htmlAcceptHeader);
    expect(response.headers.get('Location')).toBe(path);
    expect(await button()).toBe('Unsubscribe');
    await browser.post(path, { intent: 'unsubscribe' }, htmlAcceptHeader);
    expect(await button()).toBe('Subscribe');
  });

  it('is deleted by its author without scripts after a question', async () => {
    const { author, id, path } = await createFixture();
    const { browser } = author;
    expect(await textOf(await browser.get(path))).not.toContain('Delete this discussion?');
    expect(await textOf(await browser.get(`${path}?delete=${id}`))).toContain(
      'Delete this discussion? It goes with all its comments',
    );
    const response = await browser.post(path, { intent: 'delete-discussion' }, htmlAcceptHeader);
    expect(response.headers.get('Location')).toBe('/community/discussion');
    expect((await browser.get(path)).status).toBe(404);
  });

  it('is deleted by a moderator with a reason, which is logged', async () => {
    const { createPlayerWithBrowser, author, id, path } = await createFixture();
    const { browser } = await createPlayerWithBrowser('moderator');
    expect(await textOf(await browser.get(`${path}?delete=${id}`))).toContain('Reason');
    const form = { intent: 'delete-discussion', reason: ' ' };
    const refused = await browser.post(`${path}?delete=${id}`, form, htmlAcceptHeader);
    expect(refused.status).toBe(400);
    expect(await textOf(refused)).toContain('Give a reason of at least 3 characters.');
    await browser.post(path, { ...form, reason: 'Rude' }, htmlAcceptHeader);
    expect(await database.db.$count(discussions, eq(discussions.id, id))).toBe(0);
    const kept = await database.db
      .select()
      .from(moderationLog)
      .where(eq(moderationLog.targetId, author.actor.id));
    expect(kept).toMatchObject([{ act: 'delete-discussion', reason: 'Rude' }]);
  });
});
