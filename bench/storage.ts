import { sql } from 'drizzle-orm';
import { createSeededRandom } from '#catalog/seeded-random.ts';
import { type Database, openDatabase } from '#database/client.ts';
import { bigintText, text } from '#database/column-types.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres/start-embedded-postgres.ts';
import { migrateDatabase } from '#database/migrate.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { createCardSets, createGame } from '#test/fixtures/factories.ts';
import { generateWord } from './generated-words.ts';
import { accounts, type GeneratedRows, generatedRows, lines, words } from './storage-rows.ts';

const games = 300;
const lineLength = 1_000;

const measureTables = declareStatement<
  { name: string; rows: string; total: string; indexes: string },
  Record<string, never>
>(
  { name: text, rows: bigintText, total: bigintText, indexes: bigintText },
  sql`select relname::text as name, n_live_tup as rows, pg_total_relation_size(relid) as total,
    pg_indexes_size(relid) as indexes from pg_stat_user_tables where schemaname = 'public' order by relname`,
);

/** Fills a database with rows of every table that grows, and returns a table with their bytes per row. */
export async function storageTable(dataDir: string): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
  const db = openDatabase({ ...postgres.connection, max: 1, statement_timeout: 0 });
  try {
    await migrateDatabase(db, 'src/database/migrations');
    await fill(db);
    const lines = (await measureTables(db, {})).map(({ name, rows, total, indexes }) => {
      const count = Number(rows);
      const perRow = (bytes: string) => (Number(bytes) / count).toFixed(0);
      return count < 2_000
        ? ''
        : `| \`${name}\` | ${rows} | ${perRow(total)} | ${perRow(indexes)} |`;
    });
    return [
      '| table | rows | bytes per row | of these indexes |',
      '|---|---|---|---|',
      ...lines.filter(Boolean),
    ].join('\n');
  } finally {
    await db.$client.end();
    await postgres.stop();
  }
}

async function fill(db: Database): Promise<void> {
  const random = createSeededRandom('storage');
  const content = Array.from({ length: lines }, () => {
    let line = '';
    while (line.length < lineLength) line += `${generateWord(random)} `;
    return line;
  });
  const { $client: client } = db;
  await createCardSets(db);
  for (let number = 0; number < games; number += 1) await createGame(db);
  await client.query(`create unlogged table lines (place serial primary key, line text)`);
  await client.query(`insert into lines (line) select unnest($1::text[])`, [content]);
  const places = `(row_number() over ())::integer - 1 as place, id`;
  await client.query(`create unlogged table kinds as select ${places} from card_kinds`);
  await client.query(`create unlogged table catalog as select ${places} from games`);
  await client.query(`create unlogged table topics (place integer, id uuid)`);
  await client.query(`
    create unlogged table people as select number::integer as place, uuidv7() as id,
      substr(md5(number::text), 1, 6 + (number % 8)::integer) as name from generate_series(1, ${accounts}) as number`);
  await client.query(`alter table people add primary key (place)`);
  await client.query(`
    insert into users (id, username, display_username, name, email, registered_at, last_seen_at)
    select id, name || place, name || place, name, name || place || '@example.test', now(), now() from people order by random()`);
  await client.query(`insert into wallets (user_id, balance) select id, 123456 from people`);
  await client.query(`
    insert into accounts (account_id, provider_id, user_id, password)
    select id::text, 'credential', id, rpad('$argon2id$', 97, md5(id::text)) from people`);
  for (let round = 0; round < 10; round += 1) {
    await client.query(
      `update users set last_seen_at = now() + random() * interval '1 h' where random() < 0.1`,
    );
    await client.query('vacuum users');
  }
  for (const rows of generatedRows) await insert(db, rows);
  await client.query('drop table lines, people, kinds, catalog, topics');
  await client.query('vacuum analyze');
}

const written: Record<string, string> = {
  market_listings: `
    with listed as (
      update cards set state = 'listed' where id in (select id from cards order by random() limit 60000)
      returning id, owner_id, kind_id, game_id
    )
    insert into market_listings (card_id, seller_id, kind_id, game_id, price, listed_at)
    select id, owner_id, kind_id, game_id, 1 + random() * 10000, now() from listed order by random()`,
  // Twenty rounds, so that the messages of a conversation are not beside each other.
  messages: `
    insert into messages (conversation_id, number, id, sender_id, text, sent_at)
    select id, round, gen_random_uuid(), low_id, ${words('(5 + random() * 110)::integer')}, now()
    from generate_series(1, 20) as round cross join lateral (
      select id, low_id, (1 + floor(random() * ${lines}))::integer as place from conversations
      where round > 0 order by random() limit 20000
    ) as conversation join lines using (place) order by round, random()`,
  discussion_tags: `
    insert into discussion_tags (discussion_id, tag, last_activity_at, comment_count)
    select id, unnest(tags), last_activity_at, comment_count from discussions`,
  discussion_search: `
    insert into discussion_search (discussion_id, words, tags)
    select id, lower(title || E'\\n' || content || E'\\n' || game), tags from discussions`,
};

async function insert(db: Database, { table, rows, columns, values, later }: GeneratedRows) {
  const { $client: client } = db;
  await client.query(
    written[table] ??
      `insert into ${table} (${columns})
      select ${values} from (
        select number, one.id as a, other.id as b, now() + number * interval '1 ms' as at, line,
          kinds.id as kind, catalog.id as game, topics.id as topic
        from (
          select number, (1 + floor(random() * ${accounts}))::integer as place,
            (1 + floor(random() * ${accounts - 1}))::integer as step
          from generate_series(1, ${rows}) as number
        ) as chosen
        join people as one on one.place = chosen.place
        join people as other on other.place = 1 + (chosen.place + chosen.step - 1) % ${accounts}
        join lines on lines.place = 1 + number % ${lines}
        join kinds on kinds.place = number % (select count(*) from kinds)
        join catalog on catalog.place = number % ${games}
        left join topics on topics.place = number % greatest(1, (select count(*) from topics))
        order by number
      ) as source
      on conflict do nothing`,
  );
  // A tenth of the rows at a time, as in the application: the next ones find the free space of the earlier ones.
  for (let round = 0; later && round < 10; round += 1) {
    await client.query(`update ${table} set ${later}`);
    await client.query(`vacuum ${table}`);
  }
  if (table === 'discussions') {
    await client.query(
      `insert into topics select (row_number() over ())::integer - 1, id from discussions`,
    );
  }
  await client.query(`vacuum analyze ${table}`);
}
