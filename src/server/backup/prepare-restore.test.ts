import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { type Headers, pack } from 'tar-stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  adminLog,
  apiKeys,
  codeBatches,
  codeDays,
  codes,
  invitations,
  loginIds,
  sessions,
  users,
  verifications,
} from '#database/schema.ts';
import { cleanUp, makeDataDir } from '#test/crash/guildhall-process.ts';
import { startS3Server } from '#test/fakes/s3-server.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createLog } from '../bootstrap/log.ts';
import { openConfiguredDatabase } from '../bootstrap/open-database.ts';
import { type Config, readConfig } from '../config/config.ts';
import { openBackupCopies } from './backup-copies.ts';
import { type BackupPart, createChecksums } from './backup-file.ts';
import { getBackupFolder, toBackupName } from './backup-folder.ts';
import { readInstalledVersion } from './check-backup-version.ts';
import { createBackup } from './create-backup.ts';
import { prepareRestore } from './prepare-restore.ts';
import {
  cancelRestore,
  createRestore,
  findPreparedRestore,
  listDoneRestores,
  makeEnterable,
  preparedDataDir,
  type RestoreState,
  writeRestore,
} from './restore-state.ts';
import { createSigner, openSigningKey, signatureOf, writeSignature } from './sign-backup.ts';
import { swapRestoredData } from './swap-restored-data.ts';
import { unpackBackup } from './unpack-backup.ts';

const log = createLog('silent');
const dataDirs: string[] = [];
const hour = 60 * 60 * 1000;

async function makeSite(): Promise<Config> {
  const dataDir = await makeDataDir();
  dataDirs.push(dataDir);
  return readConfig({ DATA_DIR: dataDir, WEB_PROCESSES: '1' });
}

afterAll(async () => {
  for (const dataDir of dataDirs) await cleanUp(dataDir);
});

const requested = (file: string, id: string = randomUUID()): RestoreState => ({
  state: 'requested',
  file,
  requestedBy: { id, username: 'Ada' },
  requestedAt: new Date().toISOString(),
  error: null,
  found: null,
  keptIn: null,
});

async function writeSigned(config: Config, name: string, key: string): Promise<string> {
  const file = path.join(getBackupFolder(config), name);
  const signer = createSigner(key);
  signer.add(await readFile(file));
  await writeSignature(file, signer.finish());
  return name;
}

async function goThroughBucket(config: Config, name: string): Promise<void> {
  const s3 = await startS3Server();
  try {
    const bucket = { settings: { ...s3 } };
    const jobs = { startByHand: async () => true, findRun: async () => null };
    const copies = openBackupCopies(config, { bucket }, jobs);
    const { signal } = new AbortController();
    await copies.copyNewest({ keep: 1, signal });
    const file = path.join(getBackupFolder(config), name);
    for (const one of [file, signatureOf(file)]) await rm(one);
    await copies.fetch(name, signal);
  } finally {
    await s3.close();
  }
}

describe('a backup of this installation', () => {
  let config: Config;
  let file: string;
  let adminId: string;
  const marker = '# what the operator wrote\n';

  beforeAll(async () => {
    config = await makeSite();
    const { DATA_DIR } = config;
    const { db, connection, close } = await openConfiguredDatabase(config, log);
    try {
      const now = new Date();
      const later = new Date(now.getTime() + hour);
      const { id } = await createPlayer(db, { role: 'admin' });
      await db.update(users).set({ name: 'As in the backup' }).where(eq(users.id, id));
      adminId = id;
      await db.insert(sessions).values({ token: 'hash', userId: id, expiresAt: later });
      await db
        .insert(loginIds)
        .values({ hash: 'a', accountId: id, createdAt: now, expiresAt: later });
      await db
        .insert(apiKeys)
        .values({ id: 'k'.repeat(24), hash: 'k', accountId: id, name: '', createdAt: now });
      await db.insert(verifications).values({ identifier: 'reset', value: id, expiresAt: later });
      const ends = { createdBy: id, createdAt: now, expiresAt: later };
      await db.insert(invitations).values({ hash: 'i', usesMax: 2, uses: 1, ...ends });
      const batchId = randomUUID();
      await db
        .insert(codeBatches)
        .values({ id: batchId, kind: 'invitation', note: '', accountMax: 1, ...ends });
      await db.insert(codeDays).values({ day: now.toISOString().slice(0, 10), amount: 0, uses: 1 });
      await db.insert(codes).values({ batchId, hash: 'c', start: 'ABCD', usesMax: 1 });
      await mkdir(path.join(DATA_DIR, 'gallery'));
      await writeFile(path.join(DATA_DIR, 'gallery', 'old.webp'), 'of the backup');
      const made = await createBackup({
        dataDir: DATA_DIR,
        folder: getBackupFolder(config),
        postgres: connection as object,
        prefix: 'guildhall-',
        installed: await readInstalledVersion(),
        signingKey: await openSigningKey(config),
        now,
      });
      file = path.basename(made.file);
      await db.update(users).set({ name: 'Changed since' }).where(eq(users.id, id));
      await writeFile(path.join(DATA_DIR, 'gallery', 'new.webp'), 'newer');
    } finally {
      await close();
    }
    const configuration = path.join(DATA_DIR, 'postgres', 'postgresql.conf');
    await writeFile(configuration, `${await readFile(configuration, 'utf8')}${marker}`);
  });

  test('is prepared beside the running data, and restored by the next start without any access', async () => {
    const { DATA_DIR } = config;
    const running = await openConfiguredDatabase(config, log);
    const state = requested(file, adminId);
    try {
      expect(await createRestore(DATA_DIR, state)).toBe(true);
      expect(await createRestore(DATA_DIR, state)).toBe(false);
      // The copy in the bucket is as good as the file.
      await goThroughBucket(config, file);
      const found = await prepareRestore(config, state);
      expect(found).toMatchObject({
        unreadable: 0,
        parts: ['gallery', 'mail', 'postgres.password', 'postgres'],
      });
      await writeRestore(DATA_DIR, { ...state, state: 'ready', found });
      const [present] = await running.db.select().from(users).where(eq(users.id, adminId));
      expect(present?.name).toBe('Changed since');
      expect(await running.db.$count(sessions)).toBe(1);
    } finally {
      await running.close();
    }

    await swapRestoredData(config, log);
    expect(await findPreparedRestore(DATA_DIR)).toBeNull();
    const [done] = await listDoneRestores(DATA_DIR);
    expect(done).toMatchObject({ file });
    expect(await readdir(path.join(DATA_DIR, 'gallery'))).toEqual(['old.webp']);
    expect((await readdir(path.join(DATA_DIR, done?.folder ?? '', 'gallery'))).sort()).toEqual([
      'new.webp',
      'old.webp',
    ]);
    // The configuration is that of the database that ran, not that of the backup.
    const configuration = path.join(DATA_DIR, 'postgres', 'postgresql.conf');
    expect(await readFile(configuration, 'utf8')).toContain(marker);

    const { db, close } = await openConfiguredDatabase(config, log);
    try {
      const [admin] = await db.select().from(users).where(eq(users.id, adminId));
      expect(admin?.name).toBe('As in the backup');
      for (const table of [sessions, loginIds, apiKeys, verifications]) {
        expect(await db.$count(table)).toBe(0);
      }
      for (const table of [invitations, codes]) {
        const [row] = await db.select({ withdrawnAt: table.withdrawnAt }).from(table);
        expect(row?.withdrawnAt).toBeInstanceOf(Date);
      }
      expect(
        await db.select({ act: adminLog.act, subject: adminLog.subject }).from(adminLog),
      ).toEqual([{ act: 'restore-backup', subject: file }]);
    } finally {
      await close();
    }
  });

  test('is refused when it was changed, when another installation signed it, without a signature, and without room', async () => {
    const { DATA_DIR } = config;
    const folder = getBackupFolder(config);
    const bytes = await readFile(path.join(folder, file));
    const before = await readdir(DATA_DIR);
    const refuse = async (name: string, problem: RegExp, options = {}) => {
      await expect(prepareRestore(config, requested(name), options), name).rejects.toThrow(problem);
      // Nothing is unpacked, and what was begun is gone.
      expect((await readdir(DATA_DIR)).filter((one) => one !== 'restore')).toEqual(before);
      expect(await readdir(path.join(DATA_DIR, 'restore')).catch(() => [])).toEqual([]);
    };
    const other = toBackupName('guildhall-', new Date('2026-01-01T00:00:00Z'));
    await writeFile(path.join(folder, other), bytes);
    await refuse(other, /has no signature of this installation/);
    await writeSigned(config, other, 'the key of another installation');
    await refuse(other, /was not made by this installation/);
    await writeFile(
      signatureOf(path.join(folder, other)),
      await readFile(signatureOf(path.join(folder, file))),
    );
    const middle = Math.floor(bytes.length / 2);
    bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
    await writeFile(path.join(folder, other), bytes);
    await refuse(other, /was not made by this installation, or was changed since/);
    await refuse(file, /larger unpacked than what is free/, {
      getFreeBytes: async () => 1024 * 1024,
    });
    await refuse('../../etc/passwd', /is not there any more/);
    await refuse(toBackupName('guildhall-', new Date(0)), /is not there any more/);
    await expect(
      prepareRestore({ ...config, DATABASE_URL: 'postgresql://db.example/site' }, requested(file)),
    ).rejects.toThrow(/in the terminal/);
  });
});

describe('an archive with a correct signature', () => {
  let config: Config;
  const name = toBackupName('guildhall-', new Date('2026-02-01T00:00:00Z'));

  /** Writes a backup with these entries and correct checksums, signed with the key of the installation. */
  async function writeArchive(entries: { header: Headers; text?: string }[]): Promise<void> {
    const folder = getBackupFolder(config);
    await mkdir(folder, { recursive: true });
    const archive = pack();
    const description = {
      format: 1,
      ...(await readInstalledVersion()),
      createdAt: new Date().toISOString(),
      database: 'embedded',
    };
    archive.entry({ name: 'backup.json' }, JSON.stringify(description));
    const checksums = createChecksums();
    for (const { header, text = '' } of entries) {
      const part = header.name.split('/')[0] as BackupPart;
      checksums.start(part, header.name, Buffer.byteLength(text))(Buffer.from(text));
      archive.entry(header, header.type === 'symlink' ? undefined : text);
    }
    archive.entry({ name: 'checksums.json' }, JSON.stringify(checksums.finish()));
    archive.finalize();
    await pipeline(archive, createZstdCompress(), createWriteStream(path.join(folder, name)));
    await writeSigned(config, name, await openSigningKey(config));
  }

  beforeEach(async () => {
    config = await makeSite();
  });

  test.each([
    [{ name: 'gallery/link', type: 'symlink', linkname: '/etc/passwd' }],
    [{ name: 'gallery/../../outside' }],
    [{ name: '/etc/outside' }],
  ] as [Headers][])('is refused with the entry %j', async (header) => {
    await writeArchive([{ header }]);
    await expect(prepareRestore(config, requested(name))).rejects.toThrow(/not allowed/);
    expect((await readdir(config.DATA_DIR)).sort()).toEqual(['backup-key', 'backups', 'restore']);
  });

  test('gives no configuration to Postgres, in whatever case its name is', async () => {
    const wanted = [
      'postgresql.conf',
      'PostgreSQL.auto.conf',
      'pg_hba.conf',
      'pg_ident.conf',
      'standby.signal',
      'recovery.signal',
      'postmaster.opts',
      'tablespace_map',
    ];
    await writeArchive(
      ['PG_VERSION', ...wanted].map((one) => ({ header: { name: `postgres/${one}` }, text: 'x' })),
    );
    const file = path.join(getBackupFolder(config), name);
    const folder = path.join(config.DATA_DIR, 'unpacked');
    await unpackBackup(createReadStream(file), folder, { installed: await readInstalledVersion() });
    expect(await readdir(path.join(folder, 'postgres'))).toEqual(['PG_VERSION']);
  });
});

describe('a restore that is ready', () => {
  const parts: BackupPart[] = ['gallery', 'mail', 'postgres.password', 'postgres'];
  let config: Config;
  let state: RestoreState;

  beforeEach(async () => {
    config = await makeSite();
    const { migration = 0 } = await readInstalledVersion();
    state = {
      ...requested('a backup'),
      state: 'ready',
      found: { migration, parts, unreadable: 0 },
    };
    await createRestore(config.DATA_DIR, state);
    for (const [folder, text] of [
      [config.DATA_DIR, 'running'],
      [preparedDataDir(config.DATA_DIR), 'restored'],
    ] as const) {
      await makeEnterable(folder);
      for (const part of parts) {
        if (part === 'postgres.password') await writeFile(path.join(folder, part), text);
        else {
          await mkdir(path.join(folder, part));
          await writeFile(path.join(folder, part, 'content'), text);
        }
      }
    }
  });

  const readAll = (folder: string) =>
    Promise.all(
      parts.map((part) =>
        readFile(
          path.join(folder, ...(part === 'postgres.password' ? [part] : [part, 'content'])),
          'utf8',
        ),
      ),
    );

  test('is exchanged wholly, also when an earlier start was interrupted anywhere', async () => {
    const { DATA_DIR } = config;
    const keptIn = 'before-restore-interrupted';
    await writeRestore(DATA_DIR, { ...state, keptIn });
    await mkdir(path.join(DATA_DIR, keptIn));
    // The first part is exchanged, and of the second only the running one is moved away.
    await rename(path.join(DATA_DIR, 'gallery'), path.join(DATA_DIR, keptIn, 'gallery'));
    await rename(path.join(preparedDataDir(DATA_DIR), 'gallery'), path.join(DATA_DIR, 'gallery'));
    await rename(path.join(DATA_DIR, 'mail'), path.join(DATA_DIR, keptIn, 'mail'));
    await swapRestoredData(config, log);
    expect(await readAll(DATA_DIR)).toEqual(parts.map(() => 'restored'));
    expect(await readAll(path.join(DATA_DIR, keptIn))).toEqual(parts.map(() => 'running'));
    expect(await readdir(DATA_DIR)).not.toContain('restore');
    await swapRestoredData(config, log);
    expect(await readAll(DATA_DIR)).toEqual(parts.map(() => 'restored'));
  });

  test('is cancelled before the start, and the running data stays', async () => {
    const { DATA_DIR } = config;
    expect(await cancelRestore(DATA_DIR)).toBe(true);
    expect(await cancelRestore(DATA_DIR)).toBe(false);
    await swapRestoredData(config, log);
    expect(await readAll(DATA_DIR)).toEqual(parts.map(() => 'running'));
    expect((await readdir(DATA_DIR)).filter((name) => name.includes('restore'))).toEqual([]);
  });

  test('is not used by an older version, nor one that a stopped server was preparing', async () => {
    const { DATA_DIR } = config;
    const newer = { ...state, found: { migration: Number.MAX_SAFE_INTEGER, parts, unreadable: 0 } };
    await writeRestore(DATA_DIR, newer);
    await swapRestoredData(config, log);
    expect(await findPreparedRestore(DATA_DIR)).toMatchObject({ state: 'failed' });
    await writeRestore(DATA_DIR, { ...state, state: 'preparing', found: null });
    await swapRestoredData(config, log);
    expect(await findPreparedRestore(DATA_DIR)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('stopped'),
    });
    expect(await readAll(DATA_DIR)).toEqual(parts.map(() => 'running'));
  });

  test('is not prepared while a part of the running data is a link', async () => {
    const { DATA_DIR } = config;
    await rm(path.join(DATA_DIR, 'gallery'), { recursive: true });
    await symlink('/tmp', path.join(DATA_DIR, 'gallery'));
    await expect(prepareRestore(config, requested('a backup'))).rejects.toThrow(
      /gallery .+ is a link/,
    );
  });
});
