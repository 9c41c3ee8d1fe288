import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { findRunningPostgres } from './find-running-postgres.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';

test('the running Postgres of a data folder is found, and nothing is found when none runs', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'guildhall-running-'));
  await chmod(dataDir, 0o755);
  try {
    expect(await findRunningPostgres(dataDir)).toBeNull();
    const postgres = await startEmbeddedPostgres({ dataDir });
    const client = new pg.Client((await findRunningPostgres(dataDir)) ?? {});
    await client.connect();
    const { rowCount } = await client.query('select 1 as here');
    await client.end();
    await postgres.stop();
    expect(rowCount).toBe(1);
    expect(await findRunningPostgres(dataDir)).toBeNull();
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
});
