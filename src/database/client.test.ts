import { sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { useDatabase } from '#test/fixtures/database.ts';
import { openDatabase } from './client.ts';
import { integer } from './column-types.ts';
import { queryRows, type StatementTarget } from './prepared-query.ts';

const database = useDatabase();

async function pidOf(db: StatementTarget): Promise<number> {
  const statement = sql`select pg_backend_pid() as pid`;
  const [row] = await queryRows<{ pid: number }>(db, { pid: integer }, statement);
  return row?.pid ?? 0;
}

test('a connection that breaks inside a transaction fails only that transaction', async () => {
  const { db } = database;
  const inside = db.transaction(async (tx) => {
    const pid = await pidOf(tx);
    await db.execute(sql`select pg_terminate_backend(${pid}::integer)`);
    // No statement runs on the broken connection until its end is noticed.
    for (;;) {
      const { rowCount } = await db.execute(
        sql`select from pg_stat_activity where pid = ${pid}::integer`,
      );
      if (rowCount === 0) break;
    }
    await new Promise((done) => setImmediate(done));
    await tx.execute(sql`select 1`);
  });
  await expect(inside).rejects.toThrow();
  await expect(db.execute(sql`select 1`)).resolves.toBeDefined();
});

test('connections on which no transaction could begin do not use up the pool', async () => {
  const { db } = database;
  const small = openDatabase({ ...inject('postgres'), database: database.name, max: 1 });
  try {
    for (let round = 0; round < 3; round += 1) {
      const pid = await pidOf(small);
      // The end of the connection and the begin of the transaction may happen at the same time.
      await db.execute(sql`select pg_terminate_backend(${pid}::integer, 5000)`);
      await small.transaction((tx) => tx.execute(sql`select 1`)).catch(() => undefined);
    }
    await expect(small.execute(sql`select 1`)).resolves.toBeDefined();
  } finally {
    await small.$client.end();
  }
});

test('a statement that breaks a constraint keeps its connection, and one that fails otherwise does not', async () => {
  const small = openDatabase({ ...inject('postgres'), database: database.name, max: 1 });
  try {
    await small.execute(sql`create temporary table counts (count integer check (count > 0))`);
    const before = await pidOf(small);
    const breaking = small.execute(sql`insert into counts values (0)`);
    await expect(breaking).rejects.toMatchObject({ cause: { code: '23514' } });
    await expect(small.$client.query('insert into counts values (0)')).rejects.toMatchObject({
      code: '23514',
    });
    await small.execute(sql`insert into counts values (1)`);
    expect(await pidOf(small)).toBe(before);
    await expect(small.execute(sql`select 1 / 0`)).rejects.toMatchObject({
      cause: { code: '22012' },
    });
    expect(await pidOf(small)).not.toBe(before);
  } finally {
    await small.$client.end();
  }
});

test('the compiler refuses to read rows of a statement whose columns are not declared', async () => {
  const { db } = database;
  // @ts-expect-error: `execute` declares no rows.
  expect((await db.execute(sql`select 1 as one`)).rows).toHaveLength(1);
  await db.transaction(async (tx) => {
    // @ts-expect-error: nor in a transaction.
    expect((await tx.execute(sql`select 1 as one`)).rows).toHaveLength(1);
  });
});
