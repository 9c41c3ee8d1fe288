import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { boolean, text } from '#database/column-types.ts';
import { queryRows } from '#database/prepared-query.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { getExportedColumns } from './export-subject.ts';
import { exportSubjects } from './export-subjects.ts';
import { leftOutTables } from './left-out-tables.ts';

const database = useDatabase();

/**
 * Columns of exported tables, of the type uuid and without a foreign key, that refer to something else than an
 * account.
 */
const ofOtherThings = new Set([
  'api_sessions.id',
  'card_draws.card_id',
  'cards.consumed_by',
  'cards.play_session_id',
  'cards.recycling_id',
  'code_uses.transfer_id',
  'daily_rewards.transfer_id',
  'game_saves.revision',
  'ledger_entries.transfer_id',
  'market_orders.return_transfer_id',
  'market_orders.transfer_id',
  'market_sales.card_id',
  'market_sales.item_id',
  'market_sales.order_id',
  'market_sales.transfer_id',
  'messages.id',
  'messages.trade_offer_id',
  'owned_games.transfer_id',
  'pictures.id',
  'trade_offers.counter_of',
]);

interface DatabaseColumn {
  table: string;
  column: string;
  /** Whether it refers to an account, or could: it is a uuid without a foreign key. */
  isReference: boolean;
}

function listColumns(): Promise<DatabaseColumn[]> {
  return queryRows<DatabaseColumn>(
    database.db,
    { table: text, column: text, isReference: boolean },
    sql`with keys as (
       select conrelid, unnest(conkey) as number, confrelid::regclass::text as target
       from pg_constraint where contype = 'f'
     )
     select table_name::text as table, column_name::text as column,
       coalesce(bool_or(target in ('users', 'wallets'))
         or (data_type = 'uuid' and bool_and(target is null)
           and (column_name <> 'id' or column_default is null)), false) as "isReference"
     from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     join pg_attribute on attrelid = format('%I', table_name)::regclass and attname = column_name
     left join keys on keys.conrelid = attrelid and keys.number = attnum
     where table_schema = 'public' and table_type = 'BASE TABLE'
     group by table_name, column_name, data_type, column_default
     order by 1, 2`,
  );
}

/** A name of a column as the database has it. */
function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function nameOf(column: PgColumn): string {
  return `${getTableName(column.table)}.${toSnakeCase(column.name)}`;
}

test('every column of every table is exported, or left out with a reason', async () => {
  const known = new Set(
    exportSubjects.flatMap((subject) => [
      ...Object.values(getExportedColumns(subject)).map(nameOf),
      ...Object.keys(subject.without ?? {}).map(
        (name) => `${getTableName(subject.table)}.${toSnakeCase(name)}`,
      ),
    ]),
  );
  const columns = await listColumns();
  const names = columns.map(({ table, column }) => `${table}.${column}`);
  const unknown = columns.filter(
    ({ table, column }) => !(table in leftOutTables) && !known.has(`${table}.${column}`),
  );
  expect(unknown).toEqual([]);
  // No entry is outdated or in two lists.
  expect([...known].filter((name) => !names.includes(name))).toEqual([]);
  const tables = new Set(columns.map(({ table }) => table));
  expect(Object.keys(leftOutTables).filter((table) => !tables.has(table))).toEqual([]);
  const exported = exportSubjects.map(({ table }) => getTableName(table));
  expect(exported.filter((table) => table in leftOutTables)).toEqual([]);
});

test('every column that refers to accounts finds rows, or names an account, or is left out', async () => {
  const known = new Set(
    exportSubjects.flatMap(({ table, ofAccount, people = [], without = {} }) => [
      ...[...ofAccount, ...people].map(nameOf),
      ...Object.keys(without).map((name) => `${getTableName(table)}.${toSnakeCase(name)}`),
    ]),
  );
  const references = (await listColumns())
    .filter(({ table, isReference }) => isReference && !(table in leftOutTables))
    .map(({ table, column }) => `${table}.${column}`);
  expect(references.length).toBeGreaterThan(60);
  expect(references.filter((name) => !known.has(name) && !ofOtherThings.has(name))).toEqual([]);
  expect([...ofOtherThings].filter((name) => !references.includes(name))).toEqual([]);
  expect([...ofOtherThings].filter((name) => known.has(name))).toEqual([]);
});

test('no column with a secret is exported', () => {
  const suspicious = exportSubjects.flatMap((subject) =>
    Object.entries(getTableColumns(subject.table) as Record<string, PgColumn>)
      .filter(([name]) => !(name in (subject.without ?? {})))
      .map(([name]) => `${subject.file}.${name}`)
      .filter((name) => /\.[a-z]*(password|token|secret|hash)$/i.test(name)),
  );
  // Hashes of the content of own pictures.
  expect(suspicious).toEqual(['pictures.fullHash', 'pictures.thumbnailHash']);
});

test('every file has its own name', () => {
  const names = exportSubjects.map(({ file }) => file);
  expect(new Set(names).size).toBe(names.length);
});
