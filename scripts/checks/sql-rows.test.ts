import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import {
  type ColumnTypes,
  integer,
  leftJoined,
  nullable,
  text,
  uuid,
} from '#database/column-types.ts';
import { queryRows } from '#database/prepared-query.ts';
import {
  type DeclaredStatement,
  type RowObserver,
  rowObservation,
} from '#database/row-observer.ts';
import { typedSql } from '#database/typed-sql.ts';
import { compareColumns, compareValues } from '#test/config/row-comparison.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { describeStatement } from './describe-statement.ts';
import { findSqlCallSites, listSqlCallSites } from './sql-call-sites.ts';

const database = useDatabase();

interface RowResult {
  statement: DeclaredStatement;
  result: Parameters<NonNullable<RowObserver['onResult']>>[1];
}

async function describeAndCompare(statement: DeclaredStatement): Promise<string[]> {
  const client = new pg.Client({ ...inject('postgres'), database: database.name });
  await client.connect();
  try {
    return compareColumns(statement, await describeStatement(client, statement.text));
  } finally {
    await client.end();
  }
}

test('a statement whose columns are declared as Postgres describes them is accepted', async () => {
  const statement = {
    text: 'select id, username, $1::integer as count from users where id = $2',
    columns: { id: uuid, username: text, count: integer },
  };
  expect(await describeAndCompare(statement)).toEqual([]);
});

test.each([
  ['select id from users', { id: text }, "'id' is uuid, but is declared as text or varchar"],
  ['select count(*) as count from users', { count: integer }, "'count' is int8"],
  ['select id from users', { id: uuid, username: text }, "'username' is declared"],
  ['select id, username from users', { id: uuid }, "'username' is selected"],
  ['select id, email as id from users', { id: text }, 'columns have the name of another'],
])('a statement that does not match is refused: %s', async (statement, columns, problem) => {
  const found = await describeAndCompare({ text: statement, columns });
  expect(found.join('\n')).toContain(problem);
});

test('a described statement is not executed', async () => {
  await describeAndCompare({ text: 'delete from users returning id', columns: { id: uuid } });
  const insert = `insert into users (username, display_username, name, description)
    values ('ada', 'Ada', 'Ada', '') returning id`;
  expect(await describeAndCompare({ text: insert, columns: { id: uuid } })).toEqual([]);
  expect(await database.db.execute(sql`select from users`)).toMatchObject({ rowCount: 0 });
});

test('a statement with an error is reported', async () => {
  const statement = { text: 'select nothing from users', columns: {} };
  await expect(describeAndCompare(statement)).rejects.toThrow('nothing');
});

test('a null in a column that is not nullable is refused', () => {
  const columns = { id: uuid, name: nullable(text) };
  const statement = { text: 'select id, name', columns };
  expect(compareValues(statement, [{ id: null, name: null }])).toEqual([
    expect.stringContaining("'id' is null"),
  ]);
  const count = { text: 'select count', columns: { count: integer } };
  expect(compareValues(count, [{ count: '5' }])).toEqual([expect.stringContaining('"5"')]);
});

test('the columns of a left join are all null, or each is of its own type', () => {
  interface Friend {
    id: string;
    note: string | null;
  }
  const friend: ColumnTypes<Friend> = { id: uuid, note: nullable(text) };
  const columns = { total: integer, ...leftJoined<Friend>(friend) };
  const compare = (row: object) =>
    compareValues({ text: 'select total, id, note', columns }, [{ total: 1, ...row }]);
  const id = '00000000-0000-4000-8000-000000000000';
  expect(compare({ id, note: 'a' })).toEqual([]);
  expect(compare({ id, note: null })).toEqual([]);
  expect(compare({ id: null, note: null })).toEqual([]);
  expect(compare({ id: null, note: 'a' })).toEqual([expect.stringContaining("'id' is null")]);
});

/** The results that are reported while `work` runs. */
async function observeResults(work: () => Promise<unknown>): Promise<RowResult[]> {
  const { observer } = rowObservation;
  const seen: RowResult[] = [];
  rowObservation.observer = { onResult: (statement, result) => seen.push({ statement, result }) };
  try {
    await work();
  } finally {
    rowObservation.observer = observer;
  }
  return seen;
}

test('the results of raw statements are reported', async () => {
  const seen = await observeResults(() =>
    queryRows<{ one: number }>(database.db, { one: integer }, sql`select 1 as one`),
  );
  expect(seen).toMatchObject([
    { statement: { columns: { one: integer } }, result: { rows: [{ one: 1 }] } },
  ]);
});

test('a typed expression is refused that is null or of another type', async () => {
  const two = typedSql(integer, sql`(select 2 where false)`);
  const named = typedSql(text, sql`'a'::text`).as('named');
  const counted = typedSql(integer, sql`count(*)`);
  const nothing = sql`(select) as nothing`;
  const seen = await observeResults(async () => {
    await database.db.select({ nested: { two }, other: sql`3`, named }).from(nothing);
    await database.db.transaction((tx) => tx.select({ counted }).from(nothing));
  });
  const differences = seen.map(({ statement, result: { fields, rows } }) => [
    ...compareColumns(statement, fields),
    ...compareValues(statement, rows),
  ]);
  expect(differences).toEqual([
    [expect.stringContaining("'nested.two' is null")],
    [
      expect.stringContaining("'counted' is int8, but is declared as int4"),
      expect.stringContaining(`'counted' is "1"`),
    ],
  ]);
});

test.each([
  ['db.execute<{ id: string }>(sql`select id`)', 'queryRows'],
  ["const { rows } = await db.$client.query('select id')", 'queryRows'],
  ["const { rows: ids } = await client.query('select id')", 'queryRows'],
  ["const { rowCount, ...others } = await client.query('select id')", 'queryRows'],
  ["const found = await pool.query('select id')", 'queryRows'],
  ["(await pool.query('select id')).rows", 'queryRows'],
  ["pool.query('select id').then(({ rows }) => rows)", 'queryRows'],
  ["const list = () => pool.query('select id')", 'queryRows'],
  ["toIds(await pool.query('select id'))", 'queryRows'],
  ["await pool.query<{ id: string }>('select id')", 'queryRows'],
  ['sql<number>`count(*)`', 'typedSql'],
  ['sum(cards.copies).mapWith(Number)', 'typedSql'],
])('raw SQL without declared rows is refused: %s', (code, instead) => {
  const { declared, undeclared } = findSqlCallSites('some-file.ts', `\n${code};`);
  expect(declared).toEqual([]);
  expect(undeclared).toEqual([expect.stringMatching(new RegExp(`^some-file.ts:2: .*${instead}`))]);
});

test.each([
  "await client.query('vacuum')",
  "await client.query('vacuum').catch(() => undefined)",
  "const { rowCount } = await client.query('select id')",
  "await expect(client.query('select nothing')).rejects.toThrow()",
  "const id = c.req.query('id')",
])('raw SQL whose rows are not read needs no declaration: %s', (code) => {
  expect(findSqlCallSites('some-file.ts', code).undeclared).toEqual([]);
});

test('raw SQL without declared rows is refused in every folder, in tests too', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'guildhall-sql-rows-'));
  const files = [
    'src/database/some-file.ts',
    'src/domain/market/some-file.test.ts',
    'catalog/some-file.ts',
    'simulator/some-file.ts',
    'scripts/some-file.ts',
    'test/fixtures/some-file.ts',
    'bench/some-file.ts',
  ];
  try {
    for (const file of files) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), "const { rows } = await client.query('select id');");
    }
    const refused = listSqlCallSites(root).flatMap(({ undeclared }) => undeclared);
    expect(refused.toSorted()).toEqual(
      files.toSorted().map((file) => expect.stringContaining(`${file}:1: the rows of 'query'`)),
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test('declared statements are found with their lines', () => {
  const code = 'queryRows(db, columns, sql``);\nprepareStatement<\n  Row\n>(name, columns, sql``);';
  expect(findSqlCallSites('some-file.ts', code)).toEqual({ declared: [1, 2], undeclared: [] });
});
