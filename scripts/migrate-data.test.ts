import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDatabase } from '#database/client.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres/start-embedded-postgres.ts';
import { migrateDatabase } from '#database/migrate.ts';
import { users, wallets } from '#database/schema.ts';
import { asAdmin, dropTestDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';

const name = `test_${randomUUID().replaceAll('-', '')}`;
let dataDir: string;
let playerId: string;

function targetUrl(): string {
  const { host, port, user, password } = inject('postgres');
  return `postgresql://${user}:${password}@/${name}?host=${encodeURIComponent(host)}&port=${port}`;
}

async function migrateData(): Promise<string> {
  const args = ['scripts/migrate-data.ts', targetUrl()];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, DATA_DIR: dataDir },
  });
  return stdout;
}

beforeAll(async () => {
  await asAdmin(`create database ${name}`);
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'guildhall-move-'));
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
  const db = openDatabase(postgres.connection);
  await migrateDatabase(db, 'src/database/migrations');
  const player = await createPlayer(db, { balance: 12_34 });
  playerId = player.id;
  await db.$client.end();
  await postgres.stop();
});

afterAll(async () => {
  await dropTestDatabase(name);
  await rm(dataDir, { recursive: true, force: true });
});

test('an embedded database moves to an empty one, and only to an empty one', async () => {
  const output = await migrateData();
  expect(output).toContain('public.users: 1 rows');
  expect(output).toContain('Both audits are the same: 0 of');
  const db = openDatabase({ ...inject('postgres'), database: name, max: 1 });
  try {
    expect(await db.select({ id: users.id }).from(users)).toEqual([{ id: playerId }]);
    expect(await db.select().from(wallets)).toEqual([
      { userId: playerId, balance: 12_34, setAside: 0 },
    ]);
    // Foreign keys hold again.
    await expect(db.delete(users)).rejects.toThrow();
  } finally {
    await db.$client.end();
  }
  await expect(migrateData()).rejects.toThrow(/is not empty: public\.\w+ has rows/);
});
