import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { text } from '#database/column-types.ts';
import { queryRows } from '#database/prepared-query.ts';
import { discussionSearch, discussions, discussionTagRows } from '#database/schema.ts';
import {
  discussionConstants,
  discussionOrders,
} from '#shared/constants/discussions/discussions.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createDiscussionLister, type DiscussionQuery } from '#test/fixtures/discussion-lister.ts';
import { createPlayer } from '#test/fixtures/factories.ts';

/**
 * Thousands of discussions, with words and tags that are frequent, rare, or only in the oldest
 * ones.
 */
const database = useDatabase();
const { clock, list } = createDiscussionLister(() => database.db);

beforeAll(async () => {
  const { db } = database;
  await createPlayer(db);
  await db.execute(sql`
    with written as (
      insert into discussions (author_id, title, content, tags, created_at, last_activity_at, comment_count)
      select (select id from users), 'Number ' || n, 'text', array_remove(array[
          case when n % 2 = 0 then 'Action' end, case when n % 3 = 0 then 'Help' end,
          case when n <= 1500 then 'Info' end, case when n % 500 = 0 then 'RPG' end], null),
        '2026-01-01', '2026-01-01'::timestamptz + (n * 7919 % 12000) * interval '1 second', n * 31 % 97
      from generate_series(1, 12000) as n order by n
      returning *
    ),
    tagged as (
      insert into discussion_tags (discussion_id, tag, last_activity_at, comment_count)
      select id, tag, last_activity_at, comment_count from written, unnest(tags) as tag
    )
    insert into discussion_search (discussion_id, words, tags)
    select id, ' number ' || substr(title, 8) || case when substr(title, 8)::integer <= 1500
      then ' ancient' else '' end, tags
    from written order by id`);
  await db.execute(sql`analyze`);
});

/** The expected list, computed by reading every row. */
async function bruteForce(query: DiscussionQuery) {
  const {
    q = '',
    genre = [],
    order = 'newest',
    perPage = discussionConstants.pageSize,
    page = 1,
  } = query;
  const by = {
    newest: sql`item.id desc`,
    activity: sql`item.last_activity_at desc, item.id desc`,
    comments: sql`item.comment_count desc, item.id desc`,
  }[order];
  const rows = await queryRows<{ title: string }>(
    database.db,
    { title: text },
    sql`select item.title from ${discussions} as item
    join ${discussionSearch} as entry on entry.discussion_id = item.id
    where strpos(entry.words, ${q.toLowerCase()}) > 0
      and not exists (select from unnest(${sql.param(genre)}::text[]) as wanted (tag)
        where not exists (select from ${discussionTagRows} as tagged
          where tagged.discussion_id = item.id and tagged.tag = wanted.tag))
    order by ${by} limit ${perPage} offset ${(page - 1) * perPage}`,
  );
  return rows.map(({ title }) => title);
}

const few = { more: false };
const many = {
  total: discussionConstants.foundMax,
  more: true,
  pages: discussionConstants.foundShown / discussionConstants.pageSize,
};
const counted = {
  total: discussionConstants.countMax,
  more: true,
  pages: discussionConstants.countMax / discussionConstants.pageSize,
};

const many30 = { ...many, pages: 7 };

const queries: [string, DiscussionQuery, object][] = [
  ['all', {}, counted],
  ['page 1,000', { page: 1_000 }, counted],
  ['a tag', { genre: ['Help'] }, { ...few, total: 4_000, pages: 800 }],
  ['a tag, its last page', { genre: ['Help'], page: 800 }, { ...few, total: 4_000 }],
  ['two frequent tags', { genre: ['Action', 'Help'], page: 3 }, many],
  [
    'two tags of the oldest discussions',
    { genre: ['Help', 'Info'] },
    { ...few, total: 500, pages: 100 },
  ],
  ['two rare tags', { genre: ['RPG', 'Action'] }, { ...few, total: 24 }],
  ['three tags', { genre: ['RPG', 'Action', 'Help'] }, { ...few, total: 8 }],
  ['a frequent term', { q: 'number' }, many],
  ['a frequent term, its last page', { q: 'number', page: 40 }, many],
  ['a frequent term within a tag', { q: 'umb', genre: ['Help'], page: 2 }, many],
  ['a term of the oldest discussions', { q: 'Ancient' }, many],
  [
    'a term of the oldest discussions within a tag',
    { q: 'ancient', genre: ['Help'], page: 2 },
    { ...few, total: 500 },
  ],
  ['a rare term', { q: '77' }, few],
  ['a short term', { q: 'b' }, many],
  ['a rare short term', { q: '7 a' }, few],
  ['37 per page', { perPage: 37, page: 20 }, { ...counted, pages: 271 }],
  [
    '100 of a tag per page, the last page',
    { genre: ['Help'], perPage: 100, page: 40 },
    { pages: 40 },
  ],
  ['30 of a frequent term per page, the last page', { q: 'number', perPage: 30, page: 7 }, many30],
  ['12 of a rare term per page', { q: '77', perPage: 12, page: 2 }, few],
  ['a page beyond the last', { q: '11999', page: 9 }, { ...few, total: 1, pages: 1 }],
];

for (const order of discussionOrders) {
  test.each(queries)(`among many, by ${order}: %s`, async (_, query, expected) => {
    const page = await list({ ...query, order });
    expect(page).toMatchObject(expected);
    const shown = page.discussions.map(({ title }) => title);
    expect(shown).toEqual(await bruteForce({ ...query, order }));
  });
}

test('a list with more matches than are counted is counted again after a while', async () => {
  expect(await list({ genre: ['Action'] })).toMatchObject({ total: 6_000 });
  expect(await list({})).toMatchObject(counted);
  await database.db.execute(sql`delete from discussions where title > 'Number 5'`);
  clock.advance(60_000);
  expect(await list({})).toMatchObject({ more: false });
});
