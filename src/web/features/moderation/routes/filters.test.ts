import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { siteSettings, textFilters } from '#database/schema.ts';
import { createDiscussion } from '#domain/discussions/create-discussion.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const [filters, waiting] = ['/moderation/filters', '/moderation/waiting'];

beforeEach(async () => {
  await database.db.delete(textFilters);
  await database.db.delete(siteSettings);
});

async function createFixture() {
  const web = createWeb(database.db);
  const enter = async (role: 'guest' | 'player' | 'moderator' | 'admin') => {
    const actor = await createPlayer(database.db, { role });
    return { actor, browser: await createSignedInVisitor(web, actor.id) };
  };
  return { web, enter };
}

describe('forms of others change nothing', () => {
  it.each(['guest', 'player', 'moderator', null] as const)('%s', async (role) => {
    const { web, enter } = await createFixture();
    const { browser: admin } = await enter('admin');
    await admin.post(filters, { intent: 'add', kind: 'word', pattern: 'rude', act: 'refuse' });
    const [filter] = await database.db.select().from(textFilters);
    await database.db.insert(siteSettings).values({ key: 'waitingTexts', value: 5 });
    const author = (await enter('player')).actor;
    await createDiscussion(
      { ...web.ctx, actor: author },
      ...[{ title: 'T', content: 'C', game: '', tags: [], isPrivate: false, key: randomUUID() }],
    );
    const browser = role === null ? web.visit() : (await enter(role)).browser;
    const id = filter?.id ?? '';
    const isReader = role === 'moderator';
    const changes: Record<string, string>[] = [
      { intent: 'add', kind: 'word', pattern: 'other', act: 'refuse' },
      { intent: 'edit', id, version: '1', act: 'report' },
      { intent: 'remove', id, version: '1' },
      { intent: 'undo', change: id },
      { intent: 'dry-run', kind: 'word', pattern: 'c', act: 'refuse' },
    ];
    for (const fields of changes) {
      const { status } = await browser.post(filters, fields);
      expect([fields.intent, status]).toEqual([
        fields.intent,
        role === null ? 302 : isReader ? 403 : 404,
      ]);
    }
    expect(await database.db.select().from(textFilters)).toEqual([filter]);
    if (isReader) return;
    const decisions: Record<string, string>[] = [
      { intent: 'approve', things: `discussion:${id}` },
      { intent: 'decline', kind: 'discussion', thing: id, reason: 'because of it' },
    ];
    for (const fields of decisions) {
      expect((await browser.post(waiting, fields)).status).toBe(role === null ? 302 : 404);
    }
  });
});

it('a refused text stays in its form with the word', async () => {
  const { enter } = await createFixture();
  const { browser: admin } = await enter('admin');
  const added = { intent: 'add', kind: 'word', pattern: 'rude*', act: 'refuse' };
  expect(await textOf(await admin.post(filters, added))).toContain('The filter is added.');
  const { browser: player } = await enter('player');
  const form = { title: 'A long title', content: 'This is rudeness.', game: '', key: randomUUID() };
  const answer = await player.post('/community/discussion/create-discussion', form);
  expect(answer.status).toBe(400);
  const html = await answer.text();
  expect(html).toContain('“rude” is not allowed on this site.');
  expect(html).toContain('A long title');
  expect(html).toContain('This is rudeness.');
});

it('refused forms keep what was typed, and broken ones are refused', async () => {
  const { enter } = await createFixture();
  const { browser: admin } = await enter('admin');
  const broken = await admin.post(filters, {
    ...{ intent: 'add', kind: 'word', pattern: 'a*b', act: 'report' },
  });
  expect(broken.status).toBe(400);
  expect(await broken.text()).toContain('value="a*b"');
  const wrongForms: Record<string, string>[] = [
    { intent: 'add', kind: 'regex', pattern: 'a', act: 'refuse' },
    { intent: 'add', kind: 'word', pattern: 'a'.repeat(61), act: 'refuse' },
    { intent: 'add', kind: 'word', pattern: 'a', act: 'delete' },
    { intent: 'edit', id: 'x', version: 'y', act: 'refuse' },
    { intent: 'test', text: 'x'.repeat(10_001) },
    { intent: 'other' },
  ];
  for (const fields of wrongForms) {
    expect((await admin.post(filters, fields)).status).toBe(400);
  }
  for (const things of ['', 'discussion', 'message:x', `discussion:${randomUUID()}x`]) {
    expect((await admin.post(waiting, { intent: 'approve', things })).status).toBe(400);
  }
  expect(await database.db.select().from(textFilters)).toEqual([]);
});
