import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { callFunction } from '#api/realm/functions/call-function.ts';
import {
  adminLog,
  discussions,
  messages,
  reportCases,
  siteSettings,
  textFilters,
  users,
} from '#database/schema.ts';
import { register } from '#domain/accounts/registration/register.ts';
import { sendMessage } from '#domain/chat/send-message.ts';
import { postProfileComment } from '#domain/comments/post-profile-comment.ts';
import { postDiscussionComment } from '#domain/discussions/comments/post-discussion-comment.ts';
import { createDiscussion } from '#domain/discussions/create-discussion.ts';
import { editDiscussion } from '#domain/discussions/edit-discussion.ts';
import { listCases } from '#domain/moderation/reports/list-cases.ts';
import { editProfile } from '#domain/profiles/edit-profile.ts';
import { textFilterConstants } from '#shared/constants/text-filters.ts';
import type { FilterInput } from '#shared/schemas/text-filters.ts';
import { createConversation } from '#test/fixtures/conversation.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { befriend } from '#test/fixtures/friends.ts';
import { callerOf } from '#test/fixtures/realm-functions.ts';
import { addFilter, editFilter, removeFilter, undoFilterChange } from './change-filters.ts';
import { listFilterChanges, listFilters } from './list-filters.ts';
import { dryRunFilter, testFilters } from './try-filters.ts';

const database = useDatabase();

beforeEach(async () => {
  await database.db.delete(textFilters);
  await database.db.delete(siteSettings);
});

async function as(role: 'guest' | 'player' | 'moderator' | 'admin' | null) {
  const actor = role === null ? null : await createPlayer(database.db, { role });
  return { ...createTestCtx(database.db), actor };
}

const word = (pattern: string, act: FilterInput['act'] = 'refuse'): FilterInput => ({
  ...{ kind: 'word', pattern, act },
});

const add = async (input: FilterInput) => addFilter(await as('admin'), input);
const list = async () =>
  (await listFilters(await as('moderator'), { kind: null, page: 1 })).filters;

const text = (content: string) => ({
  ...{ title: 'A title', content, game: '', tags: [], isPrivate: false, key: randomUUID() },
});

const findCases = (thing: string) =>
  database.db.select().from(reportCases).where(eq(reportCases.thing, thing));

describe('only admins change filters, and only moderators read them', () => {
  it.each([null, 'guest', 'player', 'moderator'] as const)('%s', async (role) => {
    const ctx = await as(role);
    await add(word('rude'));
    const [filter] = await list();
    const { id, version } = filter ?? { id: randomUUID(), version: 1 };
    const code = role === null ? 'login-required' : 'admins-only';
    const [change] = await listFilterChanges(await as('moderator'));
    const refused = { code };
    await expect(addFilter(ctx, word('other'))).rejects.toMatchObject(refused);
    await expect(editFilter(ctx, { id, version, act: 'wait' })).rejects.toMatchObject(refused);
    await expect(removeFilter(ctx, { id, version })).rejects.toMatchObject(refused);
    await expect(undoFilterChange(ctx, { change: change?.id ?? '' })).rejects.toMatchObject(
      refused,
    );
    await expect(dryRunFilter(ctx, word('rude'))).rejects.toMatchObject(refused);
    if (role !== 'moderator') {
      const reading = { code: role === null ? 'login-required' : 'moderators-only' };
      await expect(listFilters(ctx, { kind: null, page: 1 })).rejects.toMatchObject(reading);
      await expect(testFilters(ctx, { text: 'rude' })).rejects.toMatchObject(reading);
    }
    expect(await list()).toEqual([filter]);
  });

  it('not an admin whose role was taken away during the request', async () => {
    const ctx = await as('admin');
    await database.db
      .update(users)
      .set({ role: 'player' })
      .where(eq(users.id, ctx.actor?.id ?? ''));
    await expect(addFilter(ctx, word('rude'))).rejects.toMatchObject({ code: 'admins-only' });
  });
});

describe('a change of a filter', () => {
  it('is in the admin log, and can be undone while it is the latest', async () => {
    const admin = await as('admin');
    await addFilter(admin, word('Rude', 'report'));
    const [added] = await list();
    if (!added) throw new Error('There is no filter.');
    await editFilter(admin, { id: added.id, version: added.version, act: 'refuse' });
    const [, first] = await listFilterChanges(admin);
    expect(first).toMatchObject({ act: 'add-filter', isLatest: false });
    await expect(undoFilterChange(admin, { change: first?.id ?? '' })).rejects.toMatchObject({
      code: 'filter-changed',
    });
    const undo = async () => {
      const [latest] = await listFilterChanges(admin);
      await undoFilterChange(admin, { change: latest?.id ?? '' });
    };
    await undo();
    expect(await list()).toMatchObject([{ id: added.id, act: 'report', version: 3 }]);
    await removeFilter(admin, { id: added.id, version: 3 });
    expect(await list()).toEqual([]);
    const [removal] = await listFilterChanges(admin);
    await undo();
    expect(await list()).toMatchObject([{ id: added.id, pattern: 'Rude', act: 'report' }]);
    // A form that is sent twice.
    await expect(undoFilterChange(admin, { change: removal?.id ?? '' })).rejects.toMatchObject({
      code: 'filter-changed',
    });
    const logged = await database.db
      .select({ act: adminLog.act, account: adminLog.accountId })
      .from(adminLog)
      .where(eq(adminLog.accountId, admin.actor?.id ?? ''))
      .orderBy(desc(adminLog.id));
    expect(logged.map(({ act }) => act)).toEqual([
      ...['add-filter', 'remove-filter', 'edit-filter', 'edit-filter', 'add-filter'],
    ]);
  });

  it('of a late or replayed form changes nothing', async () => {
    const admin = await as('admin');
    await addFilter(admin, word('rude'));
    await expect(addFilter(admin, word('RUDE'))).rejects.toMatchObject({ code: 'filter-exists' });
    await expect(addFilter(admin, word('r\u200bude'))).rejects.toMatchObject({
      code: 'filter-exists',
    });
    const [filter] = await list();
    const { id, version } = filter ?? { id: '', version: 0 };
    await editFilter(admin, { id, version, act: 'wait' });
    const late = { id, version };
    await expect(editFilter(admin, { ...late, act: 'report' })).rejects.toMatchObject({
      code: 'filter-changed',
    });
    await expect(removeFilter(admin, late)).rejects.toMatchObject({ code: 'filter-changed' });
    await removeFilter(admin, { id, version: version + 1 });
    await expect(removeFilter(admin, { id, version: version + 1 })).rejects.toMatchObject({
      code: 'filter-gone',
    });
    await expect(undoFilterChange(admin, { change: randomUUID() })).rejects.toMatchObject({
      code: 'filter-change-gone',
    });
  });

  it('at the same time as others never exceeds the limit', async () => {
    const rows = Array.from({ length: textFilterConstants.filtersMax - 1 }, (_, index) => ({
      ...{
        kind: 'word' as const,
        pattern: `w${index}`,
        compared: `w${index}`,
        act: 'wait' as const,
      },
      changedAt: new Date(),
    }));
    await database.db.insert(textFilters).values(rows);
    const admin = await as('admin');
    const results = await Promise.allSettled(
      ['one', 'two', 'three'].map((pattern) => addFilter(admin, word(pattern))),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await database.db.$count(textFilters)).toBe(textFilterConstants.filtersMax);
  });

  it('rejects what cannot be compared', async () => {
    const admin = await as('admin');
    for (const input of [
      word('a*b'),
      word('!!'),
      { kind: 'host', pattern: 'com', act: 'refuse' },
      { kind: 'allowed-host', pattern: 'a b', act: null },
    ] satisfies FilterInput[]) {
      const problem = { code: 'bad-input', details: { fields: { pattern: expect.any(String) } } };
      await expect(addFilter(admin, input)).rejects.toMatchObject(problem);
      await expect(dryRunFilter(admin, input)).rejects.toMatchObject(problem);
    }
  });
});

it('holds on every node as soon as it is saved', async () => {
  const published: unknown[] = [];
  const admin = {
    ...(await as('admin')),
    events: { publish: (e: unknown) => void published.push(e) },
  };
  const player = { ...(await as('player')), readCache: admin.readCache };
  await createDiscussion(player, text('It is rude.'));
  await addFilter(admin, word('rude'));
  await expect(createDiscussion(player, text('It is rude.'))).rejects.toMatchObject({
    code: 'text-refused',
    message: '“rude” is not allowed on this site. Please write it without.',
  });
  expect(published).toContainEqual({ type: 'read-outdated', read: 'text-filters' });
});

describe('a filter that refuses', () => {
  it('holds for every text, also of admins', async () => {
    await add(word('rude'));
    await add({ kind: 'host', pattern: 'evil.example', act: 'refuse' });
    for (const role of ['player', 'admin'] as const) {
      const ctx = await as(role);
      const owner = await createPlayer(database.db);
      const refused = { code: 'text-refused' };
      const { id: discussionId } = await createDiscussion(ctx, text('Fine.'));
      const content = { ...text('See https://evil.example/'), discussionId };
      await expect(editDiscussion(ctx, content)).rejects.toMatchObject(refused);
      await expect(
        createDiscussion(ctx, { ...text('Fine.'), title: 'Rude' }),
      ).rejects.toMatchObject({ ...refused, details: { fields: { title: expect.any(String) } } });
      const key = randomUUID();
      await expect(
        postDiscussionComment(ctx, { discussionId, text: 'rude', key }),
      ).rejects.toMatchObject(refused);
      await expect(
        postProfileComment(ctx, { username: owner.username, text: 'rude', key }),
      ).rejects.toMatchObject(refused);
      const profile = { name: '', description: 'So rude', profilePic: '' };
      await expect(editProfile(ctx, profile)).rejects.toMatchObject(refused);
      // The same form works without the word.
      await postDiscussionComment(ctx, { discussionId, text: 'kind', key });
    }
  });

  it('holds for private messages and new usernames, and stores nothing of them', async () => {
    await add(word('rude'));
    await add(word('odd', 'report'));
    await add(word('late', 'wait'));
    const [sender, receiver] = [await as('player'), await createPlayer(database.db)];
    const pair: [string, string] = [sender.actor?.id ?? '', receiver.id];
    await befriend(database.db, ...pair);
    const conversationId = await createConversation(database.db, pair, { count: 1, text: 'Hi' });
    const send = (said: string, id = randomUUID()) =>
      sendMessage(sender, { conversationId, id, text: said });
    await expect(send('rude')).rejects.toMatchObject({ code: 'text-refused' });
    await send('odd and late');
    expect(await database.db.$count(messages, eq(messages.conversationId, conversationId))).toBe(2);
    expect(
      await database.db.select().from(reportCases).where(eq(reportCases.kind, 'message')),
    ).toEqual([]);
    const visitor = createTestCtx(database.db);
    const account = { username: 'So-rude', email: 'so@example.test', password: 'correct horse' };
    await expect(register(visitor, account)).rejects.toMatchObject({
      ...{ code: 'text-refused', details: { fields: { username: expect.any(String) } } },
    });
  });
});

it('a client of the Realm API gets the error that its function has', async () => {
  await add(word('rude'));
  const ctx = await as('player');
  const { id } = await createDiscussion(ctx, text('Fine.'));
  const caller = callerOf(ctx.actor);
  const username = ctx.actor?.username;
  const message = '“rude” is not allowed on this site. Please write it without.';
  const comment = { name: 'addCommentToDiscussion', args: [id, 'rude', username, null] };
  await expect(
    callFunction(ctx, {
      ...{ name: 'addDiscussion', caller },
      args: [
        { title: 'A rude one', content: 'C', game: '', genre: [], isPrivate: false },
        username,
        null,
      ],
    }),
  ).rejects.toMatchObject({ message });
  expect(await callFunction(ctx, { ...comment, caller })).toEqual({ error: message });
});

describe('a filter that reports', () => {
  it('opens one case of a text, which moderators find in their queue', async () => {
    await add(word('odd', 'report'));
    const player = await as('player');
    const { id: discussionId } = await createDiscussion(player, text('Very 0dd.'));
    await editDiscussion(player, { ...text('Odd again.'), discussionId });
    const cases = await findCases(discussionId);
    expect(cases).toMatchObject([{ foundByFilter: 'Odd', reportCount: 0, closedAt: null }]);
    const query = { kind: null, state: 'open', mine: false, page: 1 } as const;
    const { cases: listed } = await listCases(await as('moderator'), query);
    expect(listed).toContainEqual(
      expect.objectContaining({ id: cases[0]?.id, foundByFilter: 'Odd' }),
    );
  });

  it('does not report the text of somebody else that a player tried to change', async () => {
    await add(word('odd', 'report'));
    const { id: discussionId } = await createDiscussion(await as('player'), text('Fine.'));
    await expect(
      editDiscussion(await as('player'), { ...text('Odd.'), discussionId }),
    ).rejects.toMatchObject({ code: 'not-author' });
    expect(await findCases(discussionId)).toEqual([]);
  });

  it('reports profiles, also if it would let a text wait, and no texts of moderators', async () => {
    await add(word('late', 'wait'));
    const profile = { name: '', description: 'Late', profilePic: '' };
    const [player, moderator] = [await as('player'), await as('moderator')];
    for (const ctx of [player, moderator]) await editProfile(ctx, profile);
    expect(await findCases(player.actor?.id ?? '')).toHaveLength(1);
    expect(await findCases(moderator.actor?.id ?? '')).toEqual([]);
  });
});

it('the test field finds each match with its place, and stores nothing', async () => {
  await add(word('rude'));
  await add(word('od*', 'wait'));
  const matches = await testFilters(await as('moderator'), { text: 'An oddly RUDE text' });
  expect(matches).toMatchObject([
    { pattern: 'od*', act: 'wait', start: 3, end: 5 },
    { pattern: 'rude', act: 'refuse', start: 9, end: 13, found: 'RUDE' },
  ]);
});

it('a dry run names the newest texts that a filter would match, and changes nothing', async () => {
  const player = await as('player');
  const owner = await createPlayer(database.db);
  const unique = `zebra${randomUUID().slice(0, 8)}`;
  const { id } = await createDiscussion(player, text(`A ${unique}.`));
  await postDiscussionComment(player, { discussionId: id, text: unique, key: randomUUID() });
  await postProfileComment(player, { username: owner.username, text: unique, key: randomUUID() });
  await editProfile(player, { name: '', description: unique, profilePic: '' });
  const old = await createDiscussion(player, text(unique));
  await database.db
    .update(discussions)
    .set({ createdAt: new Date('2026-01-01') })
    .where(eq(discussions.id, old.id));
  const admin = await as('admin');
  const found = await dryRunFilter(admin, word(unique.toUpperCase()));
  expect(found).toMatchObject({ total: 4 });
  expect(found.matched.map(({ kind }) => kind).sort()).toEqual([
    ...['discussion', 'discussion-comment', 'profile', 'profile-comment'],
  ]);
  expect(found.matched.find(({ kind }) => kind === 'discussion')?.path).toBe(
    `/community/discussions/${id}`,
  );
  expect(found.read).toBeLessThanOrEqual(textFilterConstants.dryRunTexts);
  expect(await list()).toEqual([]);
});

it('a dry run reads a bounded number of texts and characters', async () => {
  const player = await createPlayer(database.db);
  const createdAt = createTestCtx(database.db).clock.now();
  const row = { authorId: player.id, title: 'Long', createdAt, lastActivityAt: createdAt };
  const rows = Array.from({ length: 300 }, () => ({ ...row, content: 'x '.repeat(5_000) }));
  await database.db.insert(discussions).values(rows);
  const found = await dryRunFilter(await as('admin'), word('x'));
  expect(found.total).toBeGreaterThan(100);
  expect(found.total).toBeLessThanOrEqual(textFilterConstants.dryRunCharacters / 10_000 + 1);
  expect(found.matched.length).toBeLessThanOrEqual(textFilterConstants.dryRunShown);
});
