import { sql } from 'drizzle-orm';
import { createSeededRandom } from '#catalog/seeded-random.ts';
import { type Database, openDatabase } from '#database/client.ts';
import { bigintText, text } from '#database/column-types.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres/start-embedded-postgres.ts';
import { migrateDatabase } from '#database/migrate.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { createCardSets, createGame } from '#test/fixtures/factories.ts';
import { generateWord } from './generated-words.ts';

const accounts = 20_000;
const games = 300;
/** Lines of words, from which texts are cut. */
const lines = 2_000;
const lineLength = 1_000;

/**
 * Rows as the application writes them, in the order of time, of accounts in random order: this decides how full the
 * pages of the indexes are. `values` can use `number`, two different accounts `a` and `b`, a time `at`, a random
 * `line` of words, a card kind `kind` and a discussion `topic`.
 */
interface GeneratedRows {
  table: string;
  rows: number;
  columns: string;
  values: string;
  /** What an update sets in a tenth of the rows, and in which ones: updates leave free space. */
  later?: string;
}

const words = (characters: string) => `substr(line, 1, ${characters})`;

/** In the order in which foreign keys need them. */
const generated: GeneratedRows[] = [
  {
    table: 'sessions',
    rows: 40_000,
    columns: 'token, user_id, expires_at, ip_address, user_agent',
    values: `encode(sha256(number::text::bytea), 'hex'), a, at + interval '30 days', '203.0.113.77',
      'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'`,
    later: `expires_at = expires_at + interval '1 day' where random() < 0.1`,
  },
  {
    table: 'api_sessions',
    rows: 40_000,
    columns: 'id, api_user_id, account_id, created_at, expires_at',
    values: `gen_random_uuid(), substr(md5(number::text), 1, 24), a, at, at + interval '60 days'`,
  },
  {
    table: 'play_sessions',
    rows: 60_000,
    columns: 'user_id, game_id, started_at, cycle_started_at, last_call_at, ended_at',
    values: `a, game, at - number * interval '1 day', at, at, at`,
  },
  {
    table: 'cards',
    rows: 300_000,
    columns: 'owner_id, kind_id, game_id, origin, play_session_id, created_at',
    values: `a, kind, game, 'played',
      gen_random_uuid(), at`,
    later: `owner_id = (select id from people where place = 1 + abs(hashtext(cards.id::text)) % ${accounts})
      where random() < 0.02`,
  },
  {
    table: 'award_days',
    rows: 100_000,
    columns: 'user_id, day, awards',
    values: `a, to_char(at - number * interval '1 day', 'YYYY-MM-DD'), 10`,
  },
  {
    table: 'ledger_entries',
    rows: 300_000,
    columns:
      'transfer_id, kind, wallet_id, system_account, amount, balance_after, subject, created_at',
    values: `md5((number / 2)::text)::uuid, 'sale', case when number % 5 > 0 then a end,
      case when number % 5 = 0 then 'fees' end, 1234, case when number % 5 > 0 then 123456 end, ${words('24')}, at`,
  },
  {
    table: 'owned_games',
    rows: 100_000,
    columns: 'user_id, game_id, transfer_id, bought_at',
    values: `a, number, gen_random_uuid(), at`,
  },
  {
    table: 'daily_rewards',
    rows: 100_000,
    columns: 'user_id, day, transfer_id',
    values: `a, to_char(at - number * interval '1 day', 'YYYY-MM-DD'), gen_random_uuid()`,
  },
  {
    table: 'top_up_days',
    rows: 100_000,
    columns: 'user_id, day, amount',
    values: `a, to_char(at - number * interval '1 day', 'YYYY-MM-DD'), 5000`,
  },
  {
    table: 'market_listings',
    rows: 60_000,
    columns: 'card_id, seller_id, kind_id, game_id, price, listed_at',
    values: '',
  },
  {
    table: 'market_sales',
    rows: 100_000,
    columns:
      'item_id, card_id, kind_id, game_id, seller_id, buyer_id, price, fee, transfer_id, sold_at',
    values: `uuidv7(-(random() * 30) * interval '1 day'), gen_random_uuid(), kind,
      game, a, b, 1234, 0, gen_random_uuid(), at`,
  },
  {
    table: 'idempotency_keys',
    rows: 100_000,
    columns: 'user_id, key, request_hash, answer, created_at',
    values: `a, gen_random_uuid(), encode(sha256(number::text::bytea), 'hex'),
      jsonb_build_object('balance', 123456, 'itemId', gen_random_uuid(), 'price', 1234), at`,
  },
  {
    table: 'conversations',
    rows: 30_000,
    columns: 'low_id, high_id, last_number, last_at',
    values: `least(a, b), greatest(a, b), 1000, at`,
    later: `last_number = last_number + 1, low_read = low_read + 1 where random() < 0.1`,
  },
  { table: 'messages', rows: 400_000, columns: '', values: '' },
  {
    table: 'notifications',
    rows: 100_000,
    columns: 'user_id, kind, actor_id, thing, thing_name, amount, at',
    values: `a, 'card-sold', b, uuidv7()::text, ${words('24')}, 1234, at`,
    later: `read_at = at where read_at is null and random() < 0.15`,
  },
  {
    table: 'profile_comments',
    rows: 50_000,
    columns: 'profile_id, author_id, text, created_at',
    values: `a, b, ${words('90')}, at`,
  },
  {
    table: 'discussions',
    rows: 3_000,
    columns: 'author_id, title, content, game, tags, created_at, last_activity_at',
    values: `a, ${words('40')}, ${words('400')}, ${words('15')}, array['Help', 'Indie']::text[], at, at`,
    later: `comment_count = comment_count + 1, last_activity_at = last_activity_at + interval '1 h' where random() < 0.1`,
  },
  { table: 'discussion_tags', rows: 6_000, columns: '', values: '' },
  { table: 'discussion_search', rows: 3_000, columns: '', values: '' },
  {
    table: 'discussion_comments',
    rows: 100_000,
    columns: 'discussion_id, author_id, text, created_at',
    values: `topic, a, ${words('120')}, at`,
  },
  {
    table: 'discussion_subscriptions',
    rows: 50_000,
    columns: 'discussion_id, user_id, wanted',
    values: `topic, a, true`,
  },
  {
    table: 'friendships',
    rows: 100_000,
    columns: 'low_id, high_id, since',
    values: `least(a, b), greatest(a, b), at`,
  },
  {
    table: 'friend_requests',
    rows: 50_000,
    columns: 'sender_id, target_id, asked_at',
    values: `a, b, at`,
  },
  {
    table: 'pictures',
    rows: 50_000,
    columns: `id, user_id, caption, name, kind, bytes, full_width, full_height, full_bytes, full_hash, thumbnail_width,
      thumbnail_height, thumbnail_bytes, thumbnail_hash, uploaded_at, uploaded_micro, kept_at, published_at`,
    values: `gen_random_uuid(), a, ${words('40')}, 'IMG_' || number || '.jpeg', 'image/jpeg', 2000000, 1920, 1080, 300000,
      encode(sha256(number::text::bytea), 'hex'), 400, 225, 20000, encode(sha256(('t' || number)::bytea), 'hex'),
      at + number * interval '1 s', 0, at, at`,
  },
  {
    table: 'moderation_log',
    rows: 20_000,
    columns: 'moderator_id, act, target_id, reason, details, at',
    values: `a, 'suspend', b, ${words('60')}, '{"days": 7}', at`,
  },
];

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
  for (const rows of generated) await insert(db, rows);
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
    ) as talk join lines using (place) order by round, random()`,
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
