// Similar names: cspell:ignore adrnin ypal hael sumrner rnichael wilhelrnina vvendy lsaac derator officia playerl dmin ragon ildcat ihelmina iice rtal
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { asAdmin, dropTestDatabase } from '#test/fixtures/database.ts';
import { type Database, openDatabase } from './client.ts';
import { text } from './column-types.ts';
import { migrateDatabase } from './migrate.ts';
import { queryRows } from './prepared-query.ts';

const folder = 'src/database/migrations';
const rightToLeft = '\u202e';

let folderBefore: string;
let db: Database;
const name = `test_${randomUUID().replaceAll('-', '')}`;

beforeEach(async () => {
  folderBefore = await mkdtemp(path.join(os.tmpdir(), 'guildhall-migrations-'));
  const connection = inject('postgres');
  await asAdmin(`create database ${name}`);
  db = openDatabase({ ...connection, database: name, max: 2 });
});

afterEach(async () => {
  await db.$client.end();
  await dropTestDatabase(name);
  await rm(folderBefore, { recursive: true });
});

/** Brings the database to its state before the migration `tag`. */
async function migrateUpTo(tag: string): Promise<void> {
  await cp(folder, folderBefore, { recursive: true });
  const file = path.join(folderBefore, 'meta', '_journal.json');
  const journal: { entries: { tag: string }[] } = JSON.parse(await readFile(file, 'utf8'));
  const end = journal.entries.findIndex((entry) => entry.tag === tag);
  journal.entries.splice(end);
  await writeFile(file, JSON.stringify(journal));
  await migrateDatabase(db, folderBefore, { hasAllTables: false });
}

async function columnOf(query: string): Promise<string[]> {
  const rows = await queryRows<{ value: string }>(db, { value: text }, sql.raw(query));
  return rows.map(({ value }) => value);
}

test('accounts with names that look alike stay unchanged, and direction controls are removed from texts', async () => {
  await migrateUpTo('0022_username_skeletons');
  const usernames = ['Michael', 'MichaeI', 'rnichael', 'Wilhelm', 'VVilhelm', 'anna-1', 'anna_1'];
  for (const username of usernames) {
    await db.execute(sql`insert into users (username, display_username, name, description, email)
      values (${username.toLowerCase()}, ${username}, ${`${rightToLeft}Michael`},
        ${`Plays${rightToLeft} at night.`}, ${`${username}@example.test`})`);
  }
  const comment = `${rightToLeft}Well played.`;
  const onlyControls = `${rightToLeft} \u2066`;
  for (const value of [comment, onlyControls]) {
    await db.execute(sql`insert into profile_comments (profile_id, author_id, text, created_at)
      select owner.id, author.id, ${value}, now() from users owner, users author
      where owner.display_username = 'Michael' and author.display_username = 'MichaeI'`);
  }

  await migrateDatabase(db, folder);

  expect(await columnOf('select display_username as value from users order by id')).toEqual(
    usernames,
  );
  expect(await columnOf('select distinct name as value from users')).toEqual([
    `${rightToLeft}Michael`,
  ]);
  expect(await columnOf('select distinct description as value from users')).toEqual([
    'Plays at night.',
  ]);
  // A text that would become empty stays: its author can see and delete it.
  expect(await columnOf('select text as value from profile_comments order by id')).toEqual([
    'Well played.',
    onlyControls,
  ]);
});

test('the words of games and discussions are written again in the form of today’s search', async () => {
  await migrateUpTo('0072_folded_search');
  const names = [
    ['Smørrebrød', 'smørrebrød'],
    ['R.E.P.O.', 'r e p o'],
    ['C# Quest', 'c quest'],
    ['Half-Life', 'half life'],
  ] as const;
  for (const [id, [name, words]] of names.entries()) {
    await db.execute(sql`insert into games (id, slug, name, source)
      values (${id}, 'game', ${name}, 'bundle')`);
    await db.execute(sql`insert into game_search (game_id, words, ratings_count, genres)
      values (${id}, ${` ${words}`}, 0, '{}')`);
  }
  await db.execute(sql`insert into users (username, display_username, email)
    values ('ada', 'Ada', 'ada@example.test')`);
  for (const [title, words] of [
    ['Straße', ' straße\n ö\n '],
    ['Removed', ''],
  ]) {
    await db.execute(sql`with written as (
        insert into discussions (title, content, game, author_id, created_at, last_activity_at)
        select ${title}, 'Øl', '', id, now(), now() from users returning id)
      insert into discussion_search (discussion_id, words) select id, ${words} from written`);
  }

  await migrateDatabase(db, folder);

  const gameWords = 'select words as value from game_search order by game_id';
  expect(await columnOf(gameWords)).toEqual([' smorrebrod', ' repo', ' c# quest', ' half life']);
  expect(await columnOf('select words as value from discussion_search order by words')).toEqual([
    '',
    ' strasse\n ol\n ',
  ]);
});

test('a migration locks nothing any more when a later one runs', async () => {
  await migrateUpTo('0076_node_key_ids');
  const watcher = openDatabase({ ...inject('postgres'), database: name, max: 1 });
  try {
    // Stands for a migration that takes minutes: it waits until a node of the previous version has written.
    await db.execute(sql`create table written (at timestamptz)`);
    await db.execute(sql`insert into users (username, display_username, name, email)
      values ('ada', 'Ada', 'Ada', 'ada@example.test')`);
    const journalFile = path.join(folderBefore, 'meta', '_journal.json');
    const journal = JSON.parse(await readFile(journalFile, 'utf8'));
    const last = journal.entries.at(-1);
    const add = async (tag: string, statements: string) => {
      const number = journal.entries.length;
      journal.entries.push({ ...last, idx: number, when: last.when + number, tag });
      await writeFile(path.join(folderBefore, `${tag}.sql`), statements);
    };
    await add('accounts', 'alter table users add column later integer');
    await add(
      'minutes',
      `do $$ begin
        for attempt in 1..100 loop
          perform pg_sleep(0.05);
          if exists (select from written) then return; end if;
        end loop;
        raise exception 'nobody could write';
      end $$`,
    );
    await writeFile(journalFile, JSON.stringify(journal));
    const migrated = migrateDatabase(db, folderBefore, { hasAllTables: false });
    await expect
      .poll(() => columnOf(`select query as value from pg_stat_activity where query like 'do $$%'`))
      .toHaveLength(1);
    await watcher.execute(sql`update users set name = 'Ada L.'`);
    await watcher.execute(sql`insert into written values (now())`);
    await migrated;
  } finally {
    await watcher.$client.end();
  }
});
