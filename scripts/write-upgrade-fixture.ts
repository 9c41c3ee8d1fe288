import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { eq, sql, sum } from 'drizzle-orm';
import { readBundle } from '#catalog/read-bundle.ts';
import type { Database } from '#database/client.ts';
import { cards, users, wallets } from '#database/schema.ts';
import { startSession } from '#domain/accounts/sessions/start-session.ts';
import { importGames } from '#domain/catalog/games/import-games.ts';
import { importCardSets } from '#domain/inventory/import-card-sets.ts';
import { createServices } from '#server/bootstrap/create-services.ts';
import { createLog } from '#server/bootstrap/log.ts';
import { openConfiguredDatabase } from '#server/bootstrap/open-database.ts';
import { readConfig } from '#server/config/config.ts';
import { demoLogin } from './demo/demo-players.ts';
import { createDemoSession } from './demo/demo-session.ts';
import { fillDemo } from './demo/fill-demo.ts';

// Writes the database of this version with a small community as SQL. The upgrade tests start from it.
const size = { players: 8, games: 20, cards: 80, guests: 1 };
const migrations = 'src/database/migrations';
const rowsPerStatement = 200;

/** Facts that the tests expect after the upgrade; the first line of the file. */
interface FixtureFacts {
  version: string;
  /** When the file was written, because sessions expire. */
  at: string;
  /** The secret of the installation, a Set-Cookie header of a session that is signed with it, and its user. */
  secret: string;
  cookie: string;
  username: string;
  accounts: number;
  cards: number;
  /** The sum of all balances of players, in cents. */
  cents: number;
}

async function write(): Promise<void> {
  const { version }: { version: string } = JSON.parse(await readFile('package.json', 'utf8'));
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'guildhall-fixture-'));
  const log = createLog('silent');
  const config = readConfig({ DATA_DIR: dataDir });
  const { db, close } = await openConfiguredDatabase(config, log);
  try {
    const bundle = await readBundle({ catalogDirectory: 'catalog', artDirectory: 'public/art' });
    const { banner, share: shareImage } = bundle;
    const services = await createServices(config, db, log, { banner, shareImage });
    await importGames(services, bundle);
    await importCardSets(services, bundle.cardSets);
    const { rules, hasher, secret, clock, fileStore, tempDirs, imageProcessor } = services;
    const gallery = { fileStore, tempDirs, imageProcessor };
    const parts = {
      db,
      rules,
      hasher,
      secret,
      gallery,
      artDirectory: 'public/art',
      now: clock.now(),
    };
    await fillDemo(parts, size);
    const { ctx } = createDemoSession(parts, 'upgrade', clock.now());
    const [account] = await db.select().from(users).where(eq(users.username, demoLogin.username));
    if (!account) throw new Error('The demo data has no demo account.');
    const [total] = await db.select({ cents: sum(wallets.balance) }).from(wallets);
    const facts: FixtureFacts = {
      version,
      at: clock.now().toISOString(),
      secret,
      cookie: await startSession(ctx, account.id),
      username: account.displayUsername,
      accounts: await db.$count(users),
      cards: await db.$count(cards),
      cents: Number(total?.cents),
    };
    const file = `test/upgrade/v${version}.sql`;
    const lines = [`-- ${JSON.stringify(facts)}`, await schemaOf(), ...(await rowsOf(db))];
    await writeFile(file, `${lines.join('\n')}\n`);
    console.log(`Wrote ${file}.`);
  } finally {
    await close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** All migrations in their order. */
async function schemaOf(): Promise<string> {
  const journal: { entries: { tag: string }[] } = JSON.parse(
    await readFile(`${migrations}/meta/_journal.json`, 'utf8'),
  );
  const files = journal.entries.map(({ tag }) => readFile(`${migrations}/${tag}.sql`, 'utf8'));
  return (await Promise.all(files)).join('\n');
}

/**
 * Statements that insert every row and set every sequence. They disable triggers and drop foreign keys
 * meanwhile, so that the order of the rows does not matter.
 */
async function rowsOf(db: Database): Promise<string[]> {
  const statements = [
    'create schema drizzle;',
    'create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);',
  ];
  const { rows: tables } = await db.execute<{ name: string; columns: string }>(sql`
    select format('%I.%I', namespace.nspname, class.relname) as name,
      string_agg(quote_ident(attribute.attname), ', ' order by attribute.attnum) as columns
    from pg_class as class
    join pg_namespace as namespace on namespace.oid = class.relnamespace
    join pg_attribute as attribute on attribute.attrelid = class.oid
    where class.relkind = 'r' and namespace.nspname in ('public', 'drizzle')
      and attribute.attnum > 0 and not attribute.attisdropped and attribute.attgenerated = ''
    group by 1 order by 1`);
  const { rows: keys } = await db.execute<{ owner: string; name: string; definition: string }>(sql`
    select conrelid::regclass::text as owner, quote_ident(conname) as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' order by 1, 2`);
  for (const { owner, name } of keys) {
    statements.push(`alter table ${owner} drop constraint ${name};`);
  }
  for (const { name } of tables) statements.push(`alter table ${name} disable trigger user;`);
  for (const { name, columns } of tables) {
    statements.push(`delete from ${name};`);
    const { rows } = await db.execute<{ rows: string }>(
      sql.raw(`select jsonb_agg(to_jsonb(one))::text as rows
        from (select ${columns}, (row_number() over () - 1) / ${rowsPerStatement} as part from ${name}) as one
        group by part order by part`),
    );
    for (const { rows: json } of rows) {
      statements.push(
        `insert into ${name} (${columns}) overriding system value select ${columns} from jsonb_populate_recordset(null::${name}, $rows$${json}$rows$);`,
      );
    }
  }
  const { rows: sequences } = await db.execute<{ name: string; value: string }>(sql`
    select format('%I.%I', schemaname, sequencename) as name, last_value as value
    from pg_sequences where last_value is not null order by 1`);
  for (const { name, value } of sequences) {
    statements.push(`select setval('${name}', ${value});`);
  }
  for (const { name } of tables) statements.push(`alter table ${name} enable trigger user;`);
  for (const { owner, name, definition } of keys) {
    statements.push(`alter table ${owner} add constraint ${name} ${definition};`);
  }
  return statements;
}

await write();
