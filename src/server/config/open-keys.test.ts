import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { secrets } from '#database/schema.ts';
import { readSignedToken } from '#domain/accounts/sessions/secret-token.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { earlierSession } from '#test/fixtures/earlier-session.ts';
import { createTestCtx } from '#test/fixtures/factories.ts';
import { ConfigError } from './config.ts';
import { openKeys } from './open-keys.ts';

const database = useDatabase();
const { secret, token, cookie } = earlierSession;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'guildhall-secret-'));
  await database.db.delete(secrets);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const open = (GUILDHALL_SECRET: string[] = [], ctx = createTestCtx(database.db)) =>
  openKeys({ DATA_DIR: folder, GUILDHALL_SECRET }, ctx);

test('nodes that start together create one secret', async () => {
  const opened = await Promise.all(Array.from({ length: 8 }, () => open()));
  const signed = opened.map(({ current }) => current.sign('upload', 'x', 'hex'));
  expect(new Set(signed).size).toBe(1);
  const stored = await database.db.select().from(secrets);
  expect(stored.map(({ value }) => value)).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
  expect(await readdir(folder)).toEqual([]);
});

test('the file of an earlier version becomes the first secret once, and its sessions stay valid', async () => {
  await writeFile(path.join(folder, 'secret'), `${secret}\n`);
  expect(await readSignedToken(await open(), cookie)).toBe(token);
  expect(await readdir(folder)).toEqual(['secret.imported']);
  expect(await readSignedToken(await open(), cookie)).toBe(token);
  expect(await database.db.$count(secrets)).toBe(1);
});

test('the file of an earlier version is valid also if another node has created a secret before', async () => {
  const { current } = await open();
  await writeFile(path.join(folder, 'secret'), secret);
  const keys = await open();
  expect(await readSignedToken(keys, cookie)).toBe(token);
  expect(keys.current.sign('upload', 'x', 'hex')).toBe(current.sign('upload', 'x', 'hex'));
});

test('with GUILDHALL_SECRET the database is not used', async () => {
  const keys = await open(['a new secret of more than 32 characters', secret]);
  expect(await readSignedToken(keys, cookie)).toBe(token);
  expect(await keys.find(() => false)).toBeNull();
  expect(await database.db.$count(secrets)).toBe(0);
});

test.each(['', '\n', 'short'])(
  'a secret file with %j is rejected with one line and not changed',
  async (held) => {
    const file = path.join(folder, 'secret');
    await writeFile(file, held);
    const error = await open().catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(ConfigError);
    expect(String(error)).toContain(file);
    expect(String(error)).not.toContain('\n');
    expect(await readFile(file, 'utf8')).toBe(held);
  },
);
