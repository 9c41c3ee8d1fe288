import { getTableColumns, getTableName, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { text } from '#database/column-types.ts';
import { queryRows } from '#database/prepared-query.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { exportSubjects, notExported } from './export-subjects.ts';

const database = useDatabase();

/**
 * Columns of the type uuid, without a foreign key, that refer to something else than an account. A new column
 * belongs here, in the `ofAccount` or `people` of a subject, or in `notExported`.
 */
const ofOtherThings = new Set([
  'api_sessions.id',
  'card_draws.card_id',
  'cards.consumed_by',
  'cards.play_session_id',
  'cards.recycling_id',
  'daily_rewards.transfer_id',
  'idempotency_keys.key',
  'ledger_entries.transfer_id',
  'market_orders.return_transfer_id',
  'market_orders.transfer_id',
  'market_sales.card_id',
  'market_sales.item_id',
  'market_sales.order_id',
  'market_sales.transfer_id',
  'market_summary_progress.sale_id',
  'messages.id',
  'messages.trade_offer_id',
  'nodes.id',
  'owned_games.transfer_id',
  'pictures.id',
  'trade_offers.counter_of',
]);

/** The columns of the database that refer to accounts, and those that could. */
async function listReferences(): Promise<string[]> {
  const rows = await queryRows<{ reference: string }>(
    database.db,
    { reference: text },
    sql`with keys as (
       select conrelid, unnest(conkey) as number, confrelid::regclass::text as target
       from pg_constraint where contype = 'f'
     )
     select (table_name || '.' || column_name)::text as reference
     from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     join pg_attribute on attrelid = format('%I', table_name)::regclass and attname = column_name
     left join keys on keys.conrelid = attrelid and keys.number = attnum
     where table_schema = 'public' and table_type = 'BASE TABLE'
     group by table_name, column_name, data_type, column_default
     having bool_or(target in ('users', 'wallets'))
       or (data_type = 'uuid' and bool_and(target is null)
         and (column_name <> 'id' or column_default is null))
     order by 1`,
  );
  return rows.map(({ reference }) => reference);
}

/** A column as `table.column`, with the names of the database. */
function nameOf(column: PgColumn): string {
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return `${getTableName(column.table)}.${snake(column.name)}`;
}

test('every column that refers to accounts is exported, or left out with a reason', async () => {
  const exported = new Set(
    exportSubjects.flatMap(({ ofAccount, parents = [], people = [] }) =>
      [...ofAccount, ...people, ...parents.flatMap((parent) => parent.ofAccount)].map(nameOf),
    ),
  );
  const references = await listReferences();
  expect(references.length).toBeGreaterThan(60);
  const unknown = references.filter(
    (name) => !exported.has(name) && !(name in notExported) && !ofOtherThings.has(name),
  );
  expect(unknown).toEqual([]);
  // No entry is outdated or in two lists.
  const known = [...ofOtherThings, ...Object.keys(notExported)];
  expect(known.filter((name) => !references.includes(name))).toEqual([]);
  expect([...ofOtherThings].filter((name) => exported.has(name) || name in notExported)).toEqual(
    [],
  );
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
