import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#domain/context.ts';
import { userSearchConstants } from '#shared/constants/friends.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { searchUsers } from './search-users.ts';

const database = useDatabase();
let ctx: Ctx;

/** More people than whose names are all read for a single letter. */
beforeAll(async () => {
  ctx = createTestCtx(database.db);
  for (const username of ['Qw-one', 'one-qw', 'two_Qw', 'aqwa', 'a--b']) {
    await createPlayer(database.db, { username });
  }
  await database.db.execute(sql`
    insert into users (username, display_username, name, email)
    select name, name, name, name || '@example.test'
    from (select 'crowd' || at as name from generate_series(1, ${userSearchConstants.wholeMax}) as at) as named`);
});

async function namesFor(q: string) {
  const { people, beginningsOnly } = await searchUsers(ctx, { q, page: 1 });
  return { names: people.map(({ username }) => username), beginningsOnly };
}

test('in a crowd one or two characters find beginnings of words, and it is said so', async () => {
  const names = ['Qw-one', 'one-qw', 'two_Qw'];
  expect(await namesFor('qw')).toEqual({ names, beginningsOnly: true });
  expect(await namesFor('q')).toEqual({ names, beginningsOnly: true });
  for (const term of ['_', '-', '--', '---']) {
    expect(await namesFor(term)).toEqual({ names: [], beginningsOnly: true });
  }
});

test('in a crowd what has enough letters, or stands at the edge of a word, is found anywhere', async () => {
  expect(await namesFor('qwa')).toEqual({ names: ['aqwa'], beginningsOnly: false });
  expect(await namesFor('_q')).toEqual({ names: ['two_Qw'], beginningsOnly: false });
  expect(await namesFor('qw-')).toEqual({ names: ['Qw-one'], beginningsOnly: false });
  expect(await namesFor('-b')).toEqual({ names: ['a--b'], beginningsOnly: false });
});
