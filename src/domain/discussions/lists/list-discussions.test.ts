// Parts of words: cspell:ignore ragon
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { discussions } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { createTestComment, createTestDiscussion } from '#test/fixtures/create-discussion.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { allDiscussions, createDiscussionLister } from '#test/fixtures/discussion-lister.ts';
import { createGame, createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { editDiscussion } from '../edit-discussion.ts';
import { listDiscussions } from './list-discussions.ts';
import { listDiscussionsOfGame } from './list-discussions-of-game.ts';

const database = useDatabase();
const { list, titles } = createDiscussionLister(() => database.db);

let author: Actor;

beforeAll(async () => {
  author = await createPlayer(database.db);
  const ctx = createTestCtx(database.db);
  const begin = (title: string, more = {}) => createTestDiscussion(ctx, author, { title, ...more });
  const old = await begin('Ælfric’s Pokémon guide', {
    content: 'A_long 100% story',
    game: 'Dota 2',
  });
  ctx.testClock.advance(1_000);
  const busy = await begin('Counter-Strike: maps', { tags: ['Shooter', 'Help'] });
  ctx.testClock.advance(1_000);
  await begin('Wanted: healers', {
    tags: ['RPG', 'Help', 'Info'],
    content: '<b>Dragons</b> &amp; co',
  });
  ctx.testClock.advance(1_000);
  await createTestComment(ctx, author, busy);
  await createTestComment(ctx, author, busy);
  ctx.testClock.advance(1_000);
  await createTestComment(ctx, author, old);
});

test('each order sorts as its name says, and each discussion has what a list shows', async () => {
  expect(await titles({})).toEqual([
    'Wanted: healers',
    'Counter-Strike: maps',
    'Ælfric’s Pokémon guide',
  ]);
  expect((await titles({ order: 'activity' }))[0]).toBe('Ælfric’s Pokémon guide');
  expect((await titles({ order: 'comments' }))[0]).toBe('Counter-Strike: maps');
  const { discussions: shown, ...counts } = await list({ genre: ['Shooter'] });
  expect(counts).toEqual({ total: 1, more: false, pages: 1 });
  expect(shown).toEqual([
    {
      id: expect.any(String),
      title: 'Counter-Strike: maps',
      preview: 'Mine is the canal.',
      game: null,
      tags: ['Shooter', 'Help'],
      isPrivate: false,
      author: {
        username: author.username,
        name: author.name,
        profilePic: 'profile1.webp',
        role: 'player',
      },
      comments: 2,
      createdAt: new Date('2026-03-14T12:00:01Z'),
      lastActivityAt: new Date('2026-03-14T12:00:03Z'),
    },
  ]);
});

test.each([
  ['POKEMON', 'Ælfric’s Pokémon guide'],
  ['counter strike', 'Counter-Strike: maps'],
  ['unter-str', 'Counter-Strike: maps'],
  ['dota', 'Ælfric’s Pokémon guide'],
  ['ong 100%', 'Ælfric’s Pokémon guide'],
  ['a_long', 'Ælfric’s Pokémon guide'],
  ['ta', 'Ælfric’s Pokémon guide'],
  ['<b>dragons', 'Wanted: healers'],
  ['ragon', 'Wanted: healers'],
])('%j is found in title, content or game', async (q, title) => {
  expect(await titles({ q })).toEqual([title]);
});

test.each(['%', '_', '\\', '%%%', '...', 'canal counter', 'maps mine', "' or 1=1", 'zzz'])(
  '%j finds nothing',
  async (q) => {
    expect(await list({ q })).toEqual({ discussions: [], total: 0, more: false, pages: 1 });
  },
);

test('all given tags must match, with a search too', async () => {
  expect(await titles({ genre: ['Help'] })).toHaveLength(2);
  expect(await titles({ genre: ['RPG', 'Help'] })).toEqual(['Wanted: healers']);
  expect(await titles({ genre: ['Shooter', 'Info'] })).toEqual([]);
  expect(await titles({ genre: ['Help'], q: 'maps' })).toEqual(['Counter-Strike: maps']);
  expect(await titles({ genre: ['Info'], q: 'maps' })).toEqual([]);
});

test('an edited discussion is found by its new text', async () => {
  const ctx = { ...createTestCtx(database.db), actor: author };
  const content = { title: 'Lantern', content: 'oil', game: '', isPrivate: true };
  const discussionId = await createTestDiscussion(ctx, author, { ...content, tags: ['Puzzle'] });
  await editDiscussion(ctx, { ...content, discussionId, content: 'wick', tags: ['Indie'] });
  expect(await titles({ q: 'oil' })).toEqual([]);
  expect(await titles({ genre: ['Puzzle'] })).toEqual([]);
  expect(await titles({ q: 'wick', genre: ['Indie'] })).toEqual(['Lantern']);
  await database.db.delete(discussions).where(sql`id = ${discussionId}`);
  expect(await titles({ q: 'wick' })).toEqual([]);
});

test('a preview is 30 characters and an ellipsis, in one line', async () => {
  const ctx = createTestCtx(database.db);
  const { db } = database;
  const previewOf = async (content: string) => {
    const id = await createTestDiscussion(ctx, author, { title: 'Preview', content });
    const [shown] = (await list({ q: 'preview' })).discussions;
    await db.delete(discussions).where(sql`id = ${id}`);
    return shown?.preview;
  };
  expect(await previewOf('a'.repeat(30))).toBe('a'.repeat(30));
  expect(await previewOf('a'.repeat(31))).toBe(`${'a'.repeat(30)}…`);
  expect(await previewOf('one\ntwo')).toBe('one two');
  expect(await previewOf('🎲'.repeat(40))).toBe(`${'🎲'.repeat(30)}…`);
});

test('the page of a game shows the game’s newest five discussions and their number', async () => {
  const ctx = createTestCtx(database.db);
  const game = await createGame(database.db, { name: 'Harbour Tycoon' });
  for (let number = 1; number <= 6; number += 1) {
    await createTestDiscussion(ctx, author, { title: `Ship ${number}`, game: 'harbour tycoon' });
  }
  const shown = await listDiscussionsOfGame(ctx, { gameId: game.id });
  expect(shown).toMatchObject({ total: 6, more: false });
  expect(shown?.discussions.map(({ title }) => title)).toEqual(
    [6, 5, 4, 3, 2].map((number) => `Ship ${number}`),
  );
  expect(shown?.discussions[0]?.game).toEqual({ id: game.id, name: 'harbour tycoon' });
});

test('the list of a game has only discussions about it, not those that mention it, with all filters of a list', async () => {
  const ctx = createTestCtx(database.db);
  const { id: game } = await createGame(database.db, { name: 'Deep Mine' });
  const begin = (title: string, more = {}) => createTestDiscussion(ctx, author, { title, ...more });
  await begin('Deep Mine, or not?');
  await begin('Deep Mine 2', { game: 'Deep Mine 2' });
  const busy = await begin('Ladders', { game: 'deep mine', tags: ['Help'] });
  await begin('Lamps', { game: 'Deep Mine', tags: ['Help', 'Puzzle'] });
  await begin('Lifts', { game: 'DEEP MINE' });
  await createTestComment(ctx, author, busy);
  expect(await titles({ game })).toEqual(['Lifts', 'Lamps', 'Ladders']);
  expect(await titles({ game, order: 'comments' })).toEqual(['Ladders', 'Lifts', 'Lamps']);
  expect(await titles({ game, genre: ['Help'] })).toEqual(['Lamps', 'Ladders']);
  expect(await titles({ game, genre: ['Puzzle'], q: 'lamp' })).toEqual(['Lamps']);
  expect(await titles({ game, q: 'la' })).toEqual(['Lamps', 'Ladders']);
  expect(await titles({ game, perPage: 2, page: 2 })).toEqual(['Ladders']);
  expect(await titles({ game, q: 'not' })).toEqual([]);
  expect(await list({ game, page: 2 })).toMatchObject({ discussions: [], total: 3, pages: 1 });
  expect(await titles({ game: 2_147_483_647 })).toEqual([]);
});

test('too many searches are rate limited; reading the list is not', async () => {
  const ctx = createTestCtx(database.db, { rateLimiter: createRateLimiter() });
  const find = (more: object, actor: Actor | null = null) =>
    listDiscussions({ ...ctx, actor }, { ...allDiscussions, ...more, genre: [] });
  for (let times = 0; times < 60; times += 1) await find({ q: 'maps' }, author);
  await expect(find({ q: 'maps' }, author)).rejects.toMatchObject({ code: 'rate-limited' });
  await find({}, author);
  for (let times = 0; times < 120; times += 1) await find({ q: 'maps' });
  await expect(find({ q: 'maps' })).rejects.toMatchObject({
    message: 'Rate limit exceeded. Please try again later.',
  });
  await find({});
});
