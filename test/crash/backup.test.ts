import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createZstdCompress } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readBundle } from '#catalog/read-bundle.ts';
import { openDatabase } from '#database/client.ts';
import { integerArray, text } from '#database/column-types.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres/start-embedded-postgres.ts';
import { queryRows } from '#database/prepared-query.ts';
import { createBackup } from '#server/backup/create-backup.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { Buyer } from './buyer.ts';
import { cleanUp, makeDataDir, startGuildhall } from './guildhall-process.ts';
import { makePreparedDataDir } from './prepared-data-dir.ts';

const settings = { GAME_PRICE: '1.01' };
const picture = randomBytes(300_000);
const folders: string[] = [];
/** A backup that was made while players bought games, and what they had bought before it. */
let backup: string;
let boughtBefore: { username: string; games: number[] }[];
/** The encryption key of the site, and its id. */
let key: string;
let keyId: string;

async function makeFolder(): Promise<string> {
  const folder = await makeDataDir();
  folders.push(folder);
  return folder;
}

/** Runs a script as npm does. Returns what it printed. */
async function run(script: string, args: string[], dataDir: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], {
    env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir },
  });
  return stdout;
}

beforeAll(async () => {
  const dataDir = await makePreparedDataDir();
  folders.push(dataDir);
  await mkdir(path.join(dataDir, 'gallery', 'ab'), { recursive: true });
  await writeFile(path.join(dataDir, 'gallery', 'ab', 'picture.webp'), picture);
  await mkdir(path.join(dataDir, 'mail'), { recursive: true });
  await writeFile(path.join(dataDir, 'mail', 'one.txt'), 'a mail');
  const { games } = await readBundle({
    catalogDirectory: 'catalog',
    artDirectory: path.join('build', 'client', 'art'),
  });
  const server = await startGuildhall(dataDir, settings);
  const ids = games.map(({ id }) => id);
  const players = [1, 2, 3].map((number) => new Buyer(number, ids));
  for (const player of players) await player.join(server.origin);
  let enough: () => void = () => undefined;
  const warm = new Promise<void>((resolve) => {
    enough = resolve;
  });
  let bought = 0;
  const buying = players.map((player) =>
    player.buyUntilFailure(server.origin, () => {
      bought += 1;
      if (bought === 10) enough();
    }),
  );
  await warm;
  boughtBefore = players.map((player) => ({
    username: player.username,
    games: player.bought.slice(),
  }));
  const output = await run('scripts/backup.ts', [], dataDir);
  key = await readFile(path.join(dataDir, 'encryption-key'), 'utf8');
  keyId = /encrypted with the key (\w{16}), which is NOT in the backup/.exec(output)?.[1] ?? '';
  expect(output).toContain(path.join(dataDir, 'encryption-key'));
  backup = /^Wrote (.+) \(/m.exec(output)?.[1] ?? '';
  server.process.kill('SIGTERM');
  await Promise.all(buying);
  await server.exited;
});

afterAll(async () => {
  for (const folder of folders) await cleanUp(folder);
});

test('a backup under load restores everything that was acknowledged before it', async () => {
  const dataDir = await makeFolder();
  const keyFile = path.join(dataDir, 'encryption-key');
  await writeFile(keyFile, 'another-key'.repeat(4));
  const output = await run('scripts/restore.ts', [backup], dataDir);
  expect(output).toContain('The audit found no violation');
  expect(output).toContain(`were encrypted with the key ${keyId}, which no backup contains`);
  expect(output).toContain(`Key of push notifications: 1 (key ${keyId}).`);
  expect(await readFile(path.join(dataDir, 'gallery', 'ab', 'picture.webp'))).toEqual(picture);
  expect(await readFile(path.join(dataDir, 'mail', 'one.txt'), 'utf8')).toBe('a mail');
  const postgres = await startEmbeddedPostgres({ dataDir });
  const db = openDatabase(postgres.connection);
  try {
    const unreadable = 'does not have the key of some secrets';
    expect(await run('scripts/audit-economy.ts', [], dataDir)).toContain(unreadable);
    await writeFile(keyFile, key);
    expect(await run('scripts/audit-economy.ts', [], dataDir)).not.toContain(unreadable);
    const rows = await queryRows<{ username: string; games: number[] }>(
      db,
      { username: text, games: integerArray },
      sql`select username, array(select game_id from owned_games where user_id = users.id) as games
        from users`,
    );
    expect(boughtBefore.flatMap(({ games }) => games).length).toBeGreaterThanOrEqual(10);
    for (const { username, games } of boughtBefore) {
      const owned = rows.find((row) => row.username === username)?.games;
      expect(owned).toEqual(expect.arrayContaining(games));
    }
  } finally {
    await db.$client.end();
    await postgres.stop();
  }
  await expect(restoreBackup(backup, dataDir)).rejects.toThrow(/is not empty/);
});

test('a damaged, cut or foreign file is rejected, and nothing is restored', async () => {
  const bytes = await readFile(backup);
  const damaged = Buffer.from(bytes);
  damaged.fill(0, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 64);
  const files: [string, Buffer][] = [
    ['damaged', damaged],
    ['cut', bytes.subarray(0, Math.floor(bytes.length * 0.7))],
    ['text', Buffer.from('not a backup')],
    ['empty', Buffer.alloc(0)],
  ];
  const source = await makeFolder();
  const target = await makeFolder();
  for (const [name, content] of files) {
    const file = path.join(source, name);
    await writeFile(file, content);
    await expect(restoreBackup(file, target), name).rejects.toThrow(/Nothing was restored/);
    expect(await readdir(target), name).toEqual([]);
  }
});

test('a restore that is stopped leaves the folder empty', async () => {
  const target = await makeFolder();
  const stopping = new AbortController();
  const restoring = restoreBackup(backup, target, stopping.signal);
  await vi.waitUntil(async () =>
    (await readdir(target)).some((name) => name.startsWith('restore')),
  );
  stopping.abort();
  await expect(restoring).rejects.toThrow('The restore was stopped');
  expect(await readdir(target)).toEqual([]);
});

const description = {
  format: 1,
  version: '0.2.0',
  createdAt: '2026-01-01T00:00:00Z',
  database: 'external',
};

/** Writes a tar file with a correct description and the entries. */
async function writeHostile(
  file: string,
  add: (archive: ReturnType<typeof pack>) => void,
  changes = {},
) {
  const archive = pack();
  archive.entry({ name: 'backup.json' }, JSON.stringify({ ...description, ...changes }));
  add(archive);
  archive.entry({ name: 'checksums.json' }, '{}');
  archive.finalize();
  await pipeline(archive, createZstdCompress(), createWriteStream(file));
}

test.each([
  ['../outside', 'file'],
  ['gallery/../../outside', 'file'],
  ['/etc/outside', 'file'],
  ['gallery\\..\\outside', 'file'],
  ['other/file', 'file'],
  ['gallery/link', 'symlink'],
  ['gallery/link', 'link'],
] as const)('a file with the entry %s (%s) is rejected', async (name, type) => {
  const source = await makeFolder();
  const target = await makeFolder();
  const file = path.join(source, 'hostile');
  await writeHostile(file, (archive) => {
    archive.entry({ name, type, linkname: '/etc/passwd' }, type === 'file' ? 'content' : undefined);
  });
  await expect(restoreBackup(file, target)).rejects.toThrow(/not allowed/);
  expect(await readdir(target)).toEqual([]);
  expect(await readdir(source)).toEqual(['hostile']);
});

test('entries whose checksum is missing are rejected', async () => {
  const source = await makeFolder();
  const target = await makeFolder();
  const file = path.join(source, 'hostile');
  await writeHostile(file, (archive) => archive.entry({ name: 'secret' }, 'another secret'));
  await expect(restoreBackup(file, target)).rejects.toThrow(/checksum of secret is wrong/);
  expect(await readdir(target)).toEqual([]);
});

test('a backup of a newer version is rejected with the version that can restore it', async () => {
  const source = await makeFolder();
  const target = await makeFolder();
  const file = path.join(source, 'newer');
  await writeHostile(file, () => undefined, { version: '99.1.0' });
  await expect(restoreBackup(file, target)).rejects.toThrow(
    /made by Guildhall 99\.1\.0, which is newer than this one \(\d.+\): install 99\.1\.0 or a later version/,
  );
  expect(await readdir(target)).toEqual([]);
});

test('a full disk ends the backup with a clear message and leaves no file', async () => {
  const dataDir = await makeFolder();
  const folder = path.join(dataDir, 'backups');
  await writeFile(path.join(dataDir, 'secret'), 'a secret');
  const installed = { version: '0.2.0' };
  const options = {
    dataDir,
    folder,
    prefix: 'test-',
    installed,
    signingKey: 'a key of this test',
    now: new Date(),
  };
  await expect(
    createBackup({ ...options, postgres: null, getFreeBytes: async () => 1024 }),
  ).rejects.toThrow('The disk is almost full');
  const failure = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  await expect(
    createBackup({ ...options, postgres: null, getFreeBytes: () => Promise.reject(failure) }),
  ).rejects.toThrow(/The disk of .* is full/);
  expect(await readdir(folder)).toEqual([]);
});
