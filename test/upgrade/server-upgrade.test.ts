import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPostgresBinaries } from '#database/embedded-postgres/postgres-binaries.ts';
import { runSql } from '#database/embedded-postgres/postgres-programs.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres/start-embedded-postgres.ts';
import { chooseRunAs } from '#database/embedded-postgres/unprivileged-user.ts';
import {
  cleanUp,
  type Guildhall,
  makeDataDir,
  startGuildhall,
} from '../crash/guildhall-process.ts';

let dataDir: string;
let server: Guildhall;
let facts: { secret: string; cookie: string; username: string };

/** Creates the data folder that version 0.1.0 left: its database, its secret and a role without later rights. */
async function createDataDirOfFirstVersion(): Promise<void> {
  const dump = await readFile('test/upgrade/v0.1.0.sql', 'utf8');
  facts = JSON.parse(dump.slice(3, dump.indexOf('\n')));
  await writeFile(path.join(dataDir, 'secret'), facts.secret, { mode: 0o600 });
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
  const client = new pg.Client(postgres.connection);
  await client.connect();
  await client.query(dump);
  // The dump does not become too old.
  await client.query(`update sessions set expires_at = now() + interval '1 day'`);
  await client.end();
  await postgres.stop();
  const binaries = await findPostgresBinaries();
  const runAs = await chooseRunAs(binaries, dataDir);
  const cluster = path.join(dataDir, 'postgres');
  await runSql(cluster, binaries, runAs, ['ALTER ROLE guildhall NOREPLICATION']);
  await rm(path.join(cluster, 'guildhall.rights'));
}

async function run(script: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [script], {
    env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir },
  });
  return stdout;
}

beforeAll(async () => {
  dataDir = await makeDataDir();
  await createDataDirOfFirstVersion();
  server = await startGuildhall(dataDir);
});

afterAll(() => cleanUp(dataDir));

test('the server of today runs on the data folder of version 0.1.0: sessions, audit and backup', async () => {
  const [cookie = ''] = facts.cookie.split(';');
  const pages = ['/', '/library', '/profile', '/profile/wallet', '/community/market', '/messages'];
  for (const page of pages) {
    const response = await fetch(server.origin + page, {
      headers: { cookie },
      redirect: 'manual',
    });
    expect([page, response.status]).toEqual([page, 200]);
    expect(await response.text(), page).toContain(`/profile/${facts.username}`);
  }
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
  expect(await run('scripts/audit-economy.ts')).toMatch(/all hold/);
  expect(await run('scripts/backup.ts')).toMatch(/^Wrote .+\.tar\.zst/);
});
