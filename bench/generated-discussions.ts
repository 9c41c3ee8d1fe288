import { sql } from 'drizzle-orm';
import { createSeededRandom, type Random } from '#catalog/seeded-random.ts';
import type { Database } from '#database/client.ts';
import { text } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { toSearchWords } from '#domain/lib/search/search-words.ts';
import { discussionTags } from '#shared/constants/discussions/discussion-tags.ts';
import { generateWord, type NonEmptyList } from './generated-words.ts';

const authors = 10_000;
const chunk = 10_000;

/** Words of the generated discussions, each as often as it occurs. */
export interface GeneratedDiscussions {
  words: NonEmptyList;
}

interface GeneratedDiscussion {
  title: string;
  content: string;
  game: string;
  words: string;
  tags: string;
  comments: number;
  author: string;
}

const listGames = declareStatement<{ name: string; description: string }, Record<string, never>>(
  { name: text, description: text },
  sql`select name, description from games order by id`,
);

/**
 * Writes `count` discussions of 10,000 authors into a database that contains the catalog. Their words are
 * those of the games' descriptions, with the same frequency, and unique names. Most have one or two lines
 * and a few have a page; most have few comments and a few have hundreds.
 */
export async function generateDiscussions(
  db: Database,
  count: number,
): Promise<GeneratedDiscussions> {
  const random = createSeededRandom('discussions');
  const games = await listGames(db, {});
  const known = games.flatMap(({ description }) => description.match(/[\p{L}’'-]+/gu) ?? []);
  const names = Array.from({ length: 50_000 }, () => generateWord(random));
  const word = () => random.pick((random.between(0, 1) < 0.9 ? known : names) as NonEmptyList);
  await makeAuthors(db);
  const restore = await dropKeysAndIndexes(db);
  const some: string[] = [];
  for (let first = 0; first < count; first += chunk) {
    const generated = Array.from({ length: Math.min(chunk, count - first) }, () =>
      generateDiscussion(random, word, games.map(({ name }) => name) as NonEmptyList),
    );
    await insert(db, generated, first / count);
    some.push(...generated.slice(0, 50).flatMap(({ words }) => words.match(/[^\s]{3,}/gu) ?? []));
  }
  await db.$client.query(`set maintenance_work_mem = '1GB'`);
  await restore();
  await db.$client.query('vacuum analyze');
  await db.$client.query('checkpoint').catch(() => undefined);
  return { words: some as NonEmptyList };
}

function generateDiscussion(
  random: Random,
  word: () => string,
  games: NonEmptyList,
): GeneratedDiscussion {
  const words = (least: number, most: number, bend: number) =>
    Array.from({ length: Math.floor(least + random.between(0, 1) ** bend * (most - least)) }, word);
  const title = words(3, 9, 1).join(' ').slice(0, 120);
  const isLong = random.between(0, 1) < 0.02;
  const content = words(6, isLong ? 600 : 70, 3)
    .join(' ')
    .slice(0, 10_000);
  const game = random.between(0, 1) < 0.7 ? random.pick(games).slice(0, 100) : '';
  const tags = new Set(
    Array.from({ length: Math.floor(random.between(0, 4)) }, () =>
      random.pick(discussionTags as unknown as NonEmptyList),
    ),
  );
  return {
    title,
    content,
    game,
    words: [title, content, game].map((text) => ` ${toSearchWords(text)}`).join('\n'),
    tags: [...tags].join(),
    comments: Math.floor(random.between(0, 1) ** 6 * 300),
    author: `writer${1 + Math.floor(random.between(0, authors))}`,
  };
}

async function makeAuthors(db: Database): Promise<void> {
  await db.execute(sql`
    with account as (
      insert into users (username, display_username, name, email, registered_at)
      select name, name, name, name || '@example.com', now() - interval '3 years'
      from (select 'writer' || number as name from generate_series(1, ${authors}) as number) as named
      returning id
    )
    insert into wallets (user_id) select id from account`);
}

/** Inserts discussions with times in the last 1,000 days. `share` is the position of the first, from 0 to 1. */
async function insert(
  db: Database,
  generated: readonly GeneratedDiscussion[],
  share: number,
): Promise<void> {
  const column = (name: keyof GeneratedDiscussion) => sql.param(generated.map((one) => one[name]));
  await db.execute(sql`
    with game as (select lower(name) as name, min(id) as id from games group by 1),
    written as (
      insert into discussions (author_id, title, content, game, game_id, tags, created_at,
        last_activity_at, comment_count)
      select author.id, title, content, made.game,
        game.id, string_to_array(tags, ','), at,
        at + case when comments > 0 then random() * interval '60 days' else '0' end, comments
      from unnest(${column('title')}::text[], ${column('content')}::text[],
        ${column('game')}::text[], ${column('tags')}::text[], ${column('comments')}::integer[],
        ${column('author')}::text[])
        with ordinality as made (title, content, game, tags, comments, author, number)
      join users as author on author.username = made.author
      left join game on game.name = lower(made.game)
      cross join lateral (select now() - (1 - ${share}::float8) * interval '1000 days'
        + number * interval '0.1 seconds' as at) as moment
      order by number
      returning id, tags, created_at, last_activity_at, comment_count
    ),
    tagged as (
      insert into discussion_tags (discussion_id, tag, last_activity_at, comment_count)
      select id, tag, last_activity_at, comment_count from written, unnest(tags) as tag
    )
    insert into discussion_search (discussion_id, words, tags)
    select id, words, tags
    from (select id, tags, row_number() over (order by id) as number from written) as written
    join unnest(${column('words')}::text[]) with ordinality as made (words, number) using (number)
    order by id`);
}

const listForeignKeys = declareStatement<
  { name: string; table: string; definition: string },
  Record<string, never>
>(
  { name: text, table: text, definition: text },
  sql`select conname::text as name, conrelid::regclass::text as table,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conrelid::regclass::text like 'discussion%'`,
);

const listIndexes = declareStatement<{ name: string; definition: string }, Record<string, never>>(
  { name: text, definition: text },
  sql`select indexname::text as name, indexdef as definition from pg_indexes
    where tablename like 'discussion%' and indexdef not like '% UNIQUE %'`,
);

/**
 * Drops foreign keys and indexes of the discussion tables and returns a function that restores them.
 * Restoring them at the end takes minutes; updating them for each row takes hours.
 */
async function dropKeysAndIndexes(db: Database): Promise<() => Promise<void>> {
  const keys = await listForeignKeys(db, {});
  const indexes = await listIndexes(db, {});
  for (const { name, table } of keys) {
    await db.$client.query(`alter table ${table} drop constraint ${name}`);
  }
  for (const { name } of indexes) await db.$client.query(`drop index ${name}`);
  return async () => {
    for (const { definition } of indexes) await db.$client.query(definition);
    for (const { name, table, definition } of keys) {
      await db.$client.query(`alter table ${table} add constraint ${name} ${definition}`);
    }
  };
}
