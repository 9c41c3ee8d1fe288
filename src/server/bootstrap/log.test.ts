import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openDatabase } from '#database/client.ts';
import { integer } from '#database/column-types.ts';
import { queryRows } from '#database/prepared-query.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createLog } from './log.ts';

const database = useDatabase();

function keepLines() {
  const lines: string[] = [];
  return { lines, log: createLog('info', { write: (line) => void lines.push(line) }) };
}

test('a failed query is logged with its text and cause, without its parameters', async () => {
  const { lines, log } = keepLines();
  const error = await database.db
    .execute(sql`select ${'ada@example.com'} from nowhere`)
    .catch((failure: unknown) => failure);
  log.error({ err: error }, 'request failed');
  expect(lines.join()).toContain('select $1 from nowhere');
  expect(lines.join()).toContain('relation \\"nowhere\\" does not exist');
  expect(lines.join()).toContain('42P01');
  expect(lines.join()).toContain('log.test.ts');
  expect(lines.join()).not.toContain('ada@example.com');
});

test('a broken connection is logged without its password', async () => {
  const { lines, log } = keepLines();
  const broken = Promise.withResolvers<Error>();
  const { user, host, port, password } = database.db.$client.options;
  const db = openDatabase(
    { user, host, port, password: password as string, database: database.name },
    broken.resolve,
  );
  const statement = sql`select pg_backend_pid() as pid`;
  const [connection] = await queryRows<{ pid: number }>(db, { pid: integer }, statement);
  await database.db.execute(sql`select pg_terminate_backend(${connection?.pid})`);
  log.warn({ err: await broken.promise }, 'a database connection broke');
  await db.$client.end();
  expect(lines.join()).toContain('terminating connection');
  expect(lines.join()).not.toContain('processID');
  expect(lines.join()).not.toContain(password);
});
