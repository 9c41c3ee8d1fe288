import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { bigintText, text } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { ConfigError } from '../config/config.ts';

/** Tables with rows after the migrations and before the first start of a server. */
const filledByMigrations = new Set(['drizzle.__drizzle_migrations', 'public.roles']);

interface Table {
  name: string;
  columns: string;
}

interface ForeignKey {
  owner: string;
  name: string;
  definition: string;
}

const listTables = declareStatement<Table, Record<string, never>>(
  { name: text, columns: text },
  sql`select format('%I.%I', namespace.nspname, class.relname) as name,
    string_agg(quote_ident(attribute.attname), ', ' order by attribute.attnum) as columns
  from pg_class as class
  join pg_namespace as namespace on namespace.oid = class.relnamespace
  join pg_attribute as attribute on attribute.attrelid = class.oid
  where class.relkind = 'r' and class.relpersistence = 'p' and namespace.nspname in ('public', 'drizzle')
    and attribute.attnum > 0 and not attribute.attisdropped and attribute.attgenerated = ''
  group by 1 order by 1`,
);
const listForeignKeys = declareStatement<ForeignKey, Record<string, never>>(
  { owner: text, name: text, definition: text },
  sql`select conrelid::regclass::text as owner, quote_ident(conname) as name,
    pg_get_constraintdef(oid) as definition from pg_constraint
  where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
);
const listSequences = declareStatement<{ name: string; value: string }, Record<string, never>>(
  { name: text, value: bigintText },
  sql`select format('%I.%I', schemaname, sequencename) as name, last_value as value
  from pg_sequences where last_value is not null and schemaname in ('public', 'drizzle') order by 1`,
);

/** @throws ConfigError when the target has rows of an application. */
async function requireEmpty(target: pg.Client, tables: Table[]): Promise<void> {
  for (const { name } of tables) {
    if (filledByMigrations.has(name)) continue;
    const { rowCount } = await target.query(`select from ${name} limit 1`);
    if (rowCount) {
      throw new ConfigError(`The database of DATABASE_URL is not empty: ${name} has rows.`);
    }
  }
}

/** Copies a table as a stream. Returns the number of rows. */
async function copyTable(source: pg.Client, target: pg.Client, table: Table): Promise<number> {
  const { name, columns } = table;
  const reader = copyTo(`copy ${name} (${columns}) to stdout`);
  const writer = copyFrom(`copy ${name} (${columns}) from stdin`);
  source.query(reader);
  target.query(writer);
  const ended = once(reader, 'close');
  await pipeline(reader, writer);
  await ended;
  if (writer.rowCount !== reader.rowCount) {
    throw new ConfigError(`${name} has ${reader.rowCount} rows, and ${writer.rowCount} arrived.`);
  }
  return reader.rowCount;
}

/**
 * Copies all rows and sequences of a database into another one with the same migrations, in one transaction.
 * @throws ConfigError when the target has rows.
 */
export async function copyDatabase(
  source: pg.Client,
  target: pg.Client,
  onTable: (table: string, rows: number) => void,
): Promise<{ tables: number; rows: number }> {
  const tables = await listTables({ $client: source }, {});
  await requireEmpty(target, tables);
  await source.query('begin isolation level repeatable read read only');
  await target.query('begin');
  await target.query(`set local statement_timeout = 0`);
  // The order of the rows does not matter without foreign keys and triggers. Nobody sees this before the commit.
  const keys = await listForeignKeys({ $client: target }, {});
  for (const { owner, name } of keys) {
    await target.query(`alter table ${owner} drop constraint ${name}`);
  }
  for (const { name } of tables) await target.query(`alter table ${name} disable trigger user`);
  await target.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  let total = 0;
  for (const table of tables) {
    const count = await copyTable(source, target, table);
    onTable(table.name, count);
    total += count;
  }
  const sequences = await listSequences({ $client: source }, {});
  for (const { name, value } of sequences) {
    await target.query('select setval($1::regclass, $2)', [name, value]);
  }
  for (const { name } of tables) await target.query(`alter table ${name} enable trigger user`);
  for (const { owner, name, definition } of keys) {
    await target.query(`alter table ${owner} add constraint ${name} ${definition}`);
  }
  await target.query('commit');
  await source.query('commit');
  return { tables: tables.length, rows: total };
}
