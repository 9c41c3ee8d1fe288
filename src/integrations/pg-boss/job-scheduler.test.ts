import { sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { text } from '#database/column-types.ts';
import { queryRows } from '#database/prepared-query.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createTestCtx } from '#test/fixtures/factories.ts';
import { createJobScheduler, type JobScheduler } from './job-scheduler.ts';

const database = useDatabase();
const running: JobScheduler[] = [];

afterEach(async () => {
  for (const jobs of running.splice(0)) await jobs.stop();
});

test('two nodes can run the same schedule in one database', async () => {
  const { log } = createTestCtx(database.db);
  const { $client } = database.db;
  const execute = $client.query.bind($client) as Parameters<typeof createJobScheduler>[0];
  const nodes = await Promise.all([
    createJobScheduler(execute, log),
    createJobScheduler(execute, log),
  ]);
  running.push(...nodes);
  await Promise.all(nodes.map((node) => node.schedule('nightly', '17 3 * * *', async () => {})));
  const rows = await queryRows<{ name: string; cron: string }>(
    database.db,
    { name: text, cron: text },
    sql`select name, cron from pgboss.schedule`,
  );
  expect(rows).toEqual([{ name: 'nightly', cron: '17 3 * * *' }]);
});
