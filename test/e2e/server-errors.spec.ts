import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { sql } from 'drizzle-orm';
import { cleanUp, spawnGuildhall } from '#test/crash/guildhall-process.ts';
import { makePreparedDataDir } from '#test/crash/prepared-data-dir.ts';
import { withServerDatabase } from '#test/fixtures/server-database.ts';
import { waitForHydration, waitForIdle } from './fixtures/hydration.ts';
import { test as base, expect } from './fixtures/test.ts';

/** `test` with a data folder for a server that the test starts and stops. */
const test = base.extend<{ dataDir: string }>({
  dataDir: async ({ browserName: _ }, use) => {
    const dataDir = await makePreparedDataDir();
    await use(dataDir);
    await cleanUp(dataDir);
  },
});

test('requests with wrong paths or methods are not logged as errors', async ({ dataDir }) => {
  const { child, exited, errors } = spawnGuildhall(dataDir, {
    LOG_LEVEL: 'warn',
  });
  const lines = createInterface(child.stdout);
  const printed: string[] = [];
  lines.on('line', (next) => printed.push(next));
  const [line] = (await once(lines, 'line')) as string[];
  const origin = line?.split(' ').at(-1) ?? '';

  const headers = { Origin: origin };
  for (const path of ['/%E0%A4%A', '/profile/%FF', '/art/%E0', '/chat/%C0/x.data', '/%']) {
    for (const method of ['GET', 'POST']) {
      const response = await fetch(origin + path, { method, headers });
      expect([method, path, response.status]).toEqual([method, path, 404]);
    }
  }
  for (const method of ['POST', 'PUT', 'PROPFIND']) {
    expect((await fetch(`${origin}/about`, { method, headers })).status).toBe(405);
  }
  child.kill('SIGTERM');
  expect(await exited).toBe(0);
  // A site without an admin prints both links. Nothing else is logged.
  expect(printed).toEqual([line, expect.stringMatching(/^To set up the site, open this link/)]);
  expect(await errors).toBe('');
});

test('an error page still shows its request id after hydration', async ({ page, dataDir }) => {
  const { child, exited } = spawnGuildhall(dataDir);
  const [line] = (await once(createInterface(child.stdout), 'line')) as string[];
  await withServerDatabase(dataDir, async (db) => {
    await db.execute(sql`alter table games rename to games_away`);
  });

  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const response = await page.goto(line?.split(' ').at(-1) ?? '');
  await waitForHydration(page);
  await waitForIdle(page);
  expect(response?.status()).toBe(500);
  const id = (await response?.allHeaders())?.['x-request-id'] ?? '';
  expect(id).toMatch(/^[\da-f-]{36}$/);
  await expect(page.getByRole('main')).toContainText(`Request ${id}`);
  expect(errors).toEqual([]);

  child.kill('SIGTERM');
  expect(await exited).toBe(0);
});
