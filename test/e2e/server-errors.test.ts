import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { sql } from 'drizzle-orm';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { cleanUp, spawnGuildhall } from '../crash/guildhall-process.ts';
import { makePreparedDataDir } from '../crash/prepared-data-dir.ts';
import { launchBrowser } from '../fixtures/browser.ts';
import { useDatabase } from '../fixtures/database.ts';

const database = useDatabase();
let browser: Browser;
let dataDir: string;

beforeAll(async () => {
  [browser, dataDir] = await Promise.all([launchBrowser(), makePreparedDataDir()]);
});

afterAll(async () => {
  await browser?.close();
  await cleanUp(dataDir);
});

it('requests with wrong addresses or methods are not logged as errors', async () => {
  const { host, port, user, password } = inject('postgres');
  const { child, exited, errors } = spawnGuildhall(dataDir, {
    DATABASE_URL: `postgresql://${user}:${password}@/${database.name}?host=${host}&port=${port}`,
    LOG_LEVEL: 'warn',
  });
  const lines = createInterface(child.stdout);
  const [line] = (await once(lines, 'line')) as string[];
  const logged: string[] = [];
  lines.on('line', (next) => logged.push(next));
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
  expect(logged).toEqual([]);
  expect(await errors).toBe('');
});

it('an error page still shows its request id after hydration', async () => {
  const { host, port, user, password } = inject('postgres');
  const { child, exited } = spawnGuildhall(dataDir, {
    DATABASE_URL: `postgresql://${user}:${password}@/${database.name}?host=${host}&port=${port}`,
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as string[];
  await database.db.execute(sql`alter table games rename to games_away`);

  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  const response = await page.goto(`${line?.split(' ').at(-1)}/`, { waitUntil: 'networkidle' });
  expect(response?.status()).toBe(500);
  const id = (await response?.allHeaders())?.['x-request-id'] ?? '';
  expect(id).toMatch(/^[\da-f-]{36}$/);
  expect(await page.getByRole('main').textContent()).toContain(`Request ${id}`);
  expect(complaints).toEqual([]);

  child.kill('SIGTERM');
  expect(await exited).toBe(0);
});
