import { randomUUID } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { adminLog, discussions, textFilters, users } from '#database/schema.ts';
import { postProfileComment } from '#domain/comments/post-profile-comment.ts';
import { postDiscussionComment } from '#domain/discussions/comments/post-discussion-comment.ts';
import { createDiscussion } from '#domain/discussions/create-discussion.ts';
import { editProfile } from '#domain/profiles/edit-profile.ts';
import { textFilterConstants } from '#shared/constants/moderation/text-filters.ts';
import type { FilterInput } from '#shared/schemas/moderation/text-filters.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { discussionForm, useTextFilters, word } from '#test/fixtures/text-filters.ts';
import { addFilter, editFilter, removeFilter, undoFilterChange } from './change-filters.ts';
import { listFilterChanges, listFilters } from './list-filters.ts';
import { dryRunFilter, testFilters } from './try-filters.ts';

const { database, as, add } = useTextFilters();

const list = async () =>
  (await listFilters(await as('moderator'), { kind: null, page: 1 })).filters;

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
  await createDiscussion(player, discussionForm('It is rude.'));
  await addFilter(admin, word('rude'));
  await expect(createDiscussion(player, discussionForm('It is rude.'))).rejects.toMatchObject({
    code: 'text-refused',
    message: '“rude” is not allowed on this site. Please write it without.',
  });
  expect(published).toContainEqual({ type: 'read-outdated', read: 'text-filters' });
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
  const { id } = await createDiscussion(player, discussionForm(`A ${unique}.`));
  await postDiscussionComment(player, { discussionId: id, text: unique, key: randomUUID() });
  await postProfileComment(player, { username: owner.username, text: unique, key: randomUUID() });
  await editProfile(player, { name: '', description: unique, profilePic: '' });
  const old = await createDiscussion(player, discussionForm(unique));
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
