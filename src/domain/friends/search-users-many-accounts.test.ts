import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { userSearchConstants } from '#shared/constants/friends.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import type { Ctx } from '../context.ts';
import { searchUsers } from './search-users.ts';

const database = useDatabase();
let ctx: Ctx;

/** Creates more accounts than are all read for a search of one letter. */
beforeAll(async () => {
  ctx = createTestCtx(database.db);
  for (const username of ['Qw-one', 'one-qw', 'two_Qw', 'aqwa', 'a--b']) {
    await createPlayer(database.db, { username });
  }
  await database.db.execute(sql`
    insert into users (username, display_username, name, email)
    select name, name, name, name || '@example.test'
    from (select 'crowd' || at as name from generate_series(1, ${userSearchConstants.fullScanMax}) as at) as named`);
});

async function searchNames(q: string) {
  const { people, matchesWordStartsOnly } = await searchUsers(ctx, { q, page: 1 });
  return { names: people.map(({ username }) => username), matchesWordStartsOnly };
}

test('with many accounts one or two characters match beginnings of words, and the result says so', async () => {
  const names = ['Qw-one', 'one-qw', 'two_Qw'];
  expect(await searchNames('qw')).toEqual({ names, matchesWordStartsOnly: true });
  expect(await searchNames('q')).toEqual({ names, matchesWordStartsOnly: true });
  for (const term of ['_', '-', '--', '---']) {
    expect(await searchNames(term)).toEqual({ names: [], matchesWordStartsOnly: true });
  }
});

test('with many accounts a term with three characters or at the edge of a word matches anywhere', async () => {
  expect(await searchNames('qwa')).toEqual({ names: ['aqwa'], matchesWordStartsOnly: false });
  expect(await searchNames('_q')).toEqual({ names: ['two_Qw'], matchesWordStartsOnly: false });
  expect(await searchNames('qw-')).toEqual({ names: ['Qw-one'], matchesWordStartsOnly: false });
  expect(await searchNames('-b')).toEqual({ names: ['a--b'], matchesWordStartsOnly: false });
});
