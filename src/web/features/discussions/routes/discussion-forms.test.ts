import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { discussions } from '#database/schema.ts';
import { saveSearch } from '#domain/catalog/search/save-game-search.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createDiscussionFixture, htmlAcceptHeader } from '#test/fixtures/discussions.ts';
import { createGame } from '#test/fixtures/factories.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const root = '/community/discussion';
const createPath = `${root}/create-discussion`;

const formFields = (changes: Record<string, string> = {}) => [
  ...Object.entries({
    key: randomUUID(),
    title: 'Which ending?',
    content: 'I cannot\r\ndecide.',
    game: 'Two Endings',
    isPrivate: 'true',
    ...changes,
  }),
  ['tags', 'Help'],
  ['tags', 'RPG'],
];

const row = async (id: string) =>
  (await database.db.select().from(discussions).where(eq(discussions.id, id)))[0];
const idOf = (response: Response) =>
  /^\/community\/discussions\/([0-9a-f-]{36})$/.exec(response.headers.get('Location') ?? '')?.[1];

describe('the form that creates a discussion', () => {
  it('has the fields and buttons of the specification', async () => {
    const { browser } = await createDiscussionFixture(database.db).createPlayerWithBrowser();
    const response = await browser.get(createPath);
    const html = await response.clone().text();
    const text = await textOf(response);
    for (const part of ['Title', '0 / 120', 'Content', '0 / 10000', 'Game', 'Tags']) {
      expect(text).toContain(part);
    }
    expect(text).toContain('Private Discussion');
    expect(text).toMatch(/Create Discussion Back to Discussions/);
    expect(html.match(/name="tags"/g)).toHaveLength(11);
  });

  it('creates one discussion, also when sent twice, and leads to it', async () => {
    const { createPlayerWithBrowser } = createDiscussionFixture(database.db);
    const { actor, browser } = await createPlayerWithBrowser();
    const form = formFields();
    const ids = [];
    for (let times = 0; times < 2; times += 1) {
      ids.push(idOf(await browser.post(createPath, form, htmlAcceptHeader)));
    }
    expect(ids[0]).toBeDefined();
    expect(ids[1]).toBe(ids[0]);
    expect(await row(ids[0] ?? '')).toMatchObject({
      authorId: actor.id,
      title: 'Which ending?',
      content: 'I cannot\ndecide.',
      game: 'Two Endings',
      tags: ['RPG', 'Help'],
      isPrivate: true,
    });
    expect(await textOf(await browser.get(root))).toContain('Which ending? Private discussion');
  });

  it('shows errors and keeps the typed and chosen values', async () => {
    const { browser } = await createDiscussionFixture(database.db).createPlayerWithBrowser();
    const wrong = formFields({ title: '  ', content: 'c'.repeat(10_001) });
    const response = await browser.post(createPath, wrong, htmlAcceptHeader);
    expect(response.status).toBe(400);
    const html = await response.text();
    expect(html).toContain('Give it a title.');
    expect(html).toContain('At most 10,000 characters.');
    expect(html).toContain('value="Two Endings"');
    expect(html.match(/<input type="checkbox"[^>]*checked=""/g)).toHaveLength(3);
    const forged = [...formFields(), ['tags', 'Nonsense']];
    const other = await browser.post(createPath, forged, htmlAcceptHeader);
    expect(other.status).toBe(400);
    expect(await textOf(other)).toContain('Choose tags from the list.');
  });

  it('takes the game from the URL, as a link on a game’s page sets it', async () => {
    const { browser } = await createDiscussionFixture(database.db).createPlayerWithBrowser();
    const html = await (await browser.get(`${createPath}?game=Two%20%22Endings%22`)).text();
    expect(html).toContain('value="Two &quot;Endings&quot;"');
  });

  it('is closed to guests and visitors', async () => {
    const { web, createPlayerWithBrowser } = createDiscussionFixture(database.db);
    const guest = (await createPlayerWithBrowser('guest')).browser;
    const text = await textOf(await guest.get(createPath));
    expect(text).toContain('Guests cannot do this. Register to keep your games and cards.');
    expect((await guest.post(createPath, formFields(), htmlAcceptHeader)).status).toBe(403);
    for (const response of [
      await web.visit().get(createPath),
      await web.visit().post(createPath, formFields(), htmlAcceptHeader),
    ]) {
      expect(response.headers.get('Location')).toBe(
        `/login?next=${encodeURIComponent(createPath)}`,
      );
    }
  });

  it('shows an error text when saving fails', async () => {
    const { web, createPlayerWithBrowser } = createDiscussionFixture(database.db);
    const { browser } = await createPlayerWithBrowser();
    vi.spyOn(web.services.rateLimiter, 'take').mockRejectedValue(new Error('gone'));
    const response = await browser.post(createPath, formFields(), htmlAcceptHeader);
    expect(response.status).toBe(500);
    const html = await response.text();
    expect(html).toContain('The discussion could not be saved. Please try again.');
    expect(html).toContain('value="Which ending?"');
  });
});

describe('the form that edits a discussion', () => {
  async function createFixture() {
    const people = createDiscussionFixture(database.db);
    const author = await people.createPlayerWithBrowser();
    const id = await people.startDiscussion(author.actor, { tags: ['Info'], game: 'Some Game' });
    return { ...people, author, id, path: `/community/discussions/${id}/edit` };
  }

  it('shows the stored values and saves the new ones', async () => {
    const { author, id, path } = await createFixture();
    const response = await author.browser.get(path);
    const html = await response.clone().text();
    expect(html).toContain('value="Which ending?"');
    expect(html).toContain('>I cannot decide.</textarea>');
    expect(html).toContain('value="Some Game"');
    expect(html).toMatch(
      /<input type="checkbox"[^>]*checked="" value="Info"|value="Info"[^>]*checked/,
    );
    expect(await textOf(response)).toMatch(/Save Changes Back to Discussion /);
    const saved = await author.browser.post(path, formFields({ title: 'Both?' }), htmlAcceptHeader);
    expect(saved.headers.get('Location')).toBe(`/community/discussions/${id}`);
    expect(await row(id)).toMatchObject({ title: 'Both?', tags: ['RPG', 'Help'], isPrivate: true });
    const text = await textOf(await author.browser.get(`/community/discussions/${id}`));
    expect(text).toContain(', edited Mar 14, 2026');
    expect(text).toContain('Edit Discussion');
  });

  it('is for its author only: others are sent to the list, visitors to the login', async () => {
    const { web, createPlayerWithBrowser, id, path } = await createFixture();
    for (const role of ['player', 'guest', 'moderator', 'admin'] as const) {
      const { browser } = await createPlayerWithBrowser(role);
      expect((await browser.get(path)).headers.get('Location')).toBe(root);
      const forged = await browser.post(path, formFields({ title: 'Mine' }), htmlAcceptHeader);
      expect(forged.headers.get('Location')).toBe(root);
      const shown = await textOf(await browser.get(`/community/discussions/${id}`));
      expect(shown).not.toContain('Edit Discussion');
    }
    expect((await web.visit().get(path)).headers.get('Location')).toBe(
      `/login?next=${encodeURIComponent(path)}`,
    );
    expect(await row(id)).toMatchObject({ title: 'Which ending?', editedAt: null });
  });

  it('of an unknown discussion shows an error page', async () => {
    const { browser } = await createDiscussionFixture(database.db).createPlayerWithBrowser();
    for (const id of [randomUUID(), 'nonsense']) {
      const response = await browser.get(`/community/discussions/${id}/edit`);
      expect(response.status).toBe(404);
      expect(await textOf(response)).toContain('Discussion not found or failed to load.');
    }
  });
});

describe('the suggested games', () => {
  it('are the matching games of the catalog, and none for an empty text', async () => {
    const game = await createGame(database.db, { name: 'Lantern Quest' });
    await saveSearch(database.db, [game], 'bundle');
    const { web } = createDiscussionFixture(database.db);
    const asked = async (q: string) =>
      (await web.visit().get(`${root}/games?q=${encodeURIComponent(q)}`)).json();
    expect(await asked('lantern')).toEqual({ games: [{ id: game.id, name: 'Lantern Quest' }] });
    expect(await asked('')).toEqual({ games: [] });
    expect(await asked('zzzzzz%')).toEqual({ games: [] });
  });
});
