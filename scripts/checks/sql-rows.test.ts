import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { integer, nullable, text, uuid } from '#database/column-types.ts';
import { queryRows } from '#database/prepared-query.ts';
import { type DeclaredStatement, rowObservation } from '#database/row-observer.ts';
import { typedSql } from '#database/typed-sql.ts';
import { compareColumns, compareValue, compareValues } from '#test/config/row-comparison.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { describeStatement } from './describe-statement.ts';
import { findSqlCallSites } from './sql-call-sites.ts';

const database = useDatabase();

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
  expect(compareValue(integer, '5')).toContain('"5"');
});

test('results of statements and values of expressions are observed', async () => {
  const { observer } = rowObservation;
  const seen: unknown[] = [];
  rowObservation.observer = {
    onResult: (statement, { rows }) => seen.push(Object.keys(statement.columns), rows),
    onValue: (_type, value) => seen.push(value),
  };
  try {
    await queryRows<{ one: number }>(database.db, { one: integer }, sql`select 1 as one`);
    await database.db.select({ two: typedSql(integer, sql`2`) }).from(sql`(select) as nothing`);
  } finally {
    rowObservation.observer = observer;
  }
  expect(seen).toEqual([['one'], [{ one: 1 }], 2]);
});

test.each([
  ['db.execute<{ id: string }>(sql`select id`)', 'queryRows'],
  ["db.$client.query('select id')", 'declareStatement'],
  ['sql<number>`count(*)`', 'typedSql'],
])('raw SQL without declared rows is refused: %s', (code, instead) => {
  const { declared, undeclared } = findSqlCallSites('some-file.ts', `\n${code};`);
  expect(declared).toEqual([]);
  expect(undeclared).toEqual([expect.stringMatching(new RegExp(`^some-file.ts:2: .*${instead}`))]);
});

test('declared statements are found with their lines', () => {
  const code = 'queryRows(db, columns, sql``);\nprepareStatement<\n  Row\n>(name, columns, sql``);';
  expect(findSqlCallSites('some-file.ts', code)).toEqual({ declared: [1, 2], undeclared: [] });
});
