import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type S3Server, startS3Server } from '#test/fakes/s3-server.ts';
import { type Config, readConfig } from '../config/config.ts';
import { openBackupCopies } from './backup-copies.ts';
import { getBackupFolder, nightlyPrefix, toBackupName } from './backup-folder.ts';
import { createSigner, openSigningKey, writeSignature } from './sign-backup.ts';

const folders: string[] = [];
const jobs = { startByHand: async () => true, findRun: async () => null };
const { signal } = new AbortController();
let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
beforeEach(() => s3.objects.clear());
afterAll(async () => {
  await s3.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function makeInstallation() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'guildhall-copies-'));
  folders.push(folder);
  const config = readConfig({ DATA_DIR: folder, BACKUP_DIR: folder });
  const copies = openBackupCopies(config, { bucket: { settings: s3 } }, jobs);
  const copyNewest = (keep = 7) => copies.copyNewest({ keep, signal });
  return { config, folder, copies, copyNewest };
}

async function makeBackup(config: Config, day: number, prefix = nightlyPrefix): Promise<string> {
  const name = toBackupName(prefix, new Date(Date.UTC(2026, 2, day)));
  const file = path.join(getBackupFolder(config), name);
  const content = `content of day ${day}`;
  await writeFile(file, content);
  const signer = createSigner(await openSigningKey(config));
  signer.add(Buffer.from(content));
  await writeSignature(file, signer.finish());
  return name;
}

const namesOf = (files: readonly { name: string }[]) => files.map(({ name }) => name);

test('the newest backup is copied with its signature, and as many of the schedule are kept', async () => {
  const { config, copies, copyNewest } = await makeInstallation();
  const byHand = await makeBackup(config, 1, 'guildhall-');
  await copyNewest(2);
  const names: string[] = [];
  for (const day of [2, 3, 4]) {
    names.unshift(await makeBackup(config, day));
    await copyNewest(2);
  }
  expect(namesOf(await copies.list())).toEqual([...names.slice(0, 2), byHand]);
  expect(await copies.list()).toMatchObject([
    { isSigned: true, isScheduled: true },
    { isSigned: true, isScheduled: true },
    { isSigned: true, isScheduled: false },
  ]);
  const calls = s3.calls();
  await copyNewest(2);
  // What is there is not sent again: only lists are read.
  expect([...s3.objects.keys()].length).toBe(6);
  expect(s3.calls() - calls).toBeLessThanOrEqual(8);
  const found = await copies.open(byHand);
  expect(found && String(await buffer(found.stream))).toBe('content of day 1');
  expect(await copies.delete(byHand)).toBe(true);
  expect(await copies.delete(byHand)).toBe(false);
  expect(s3.objects.size).toBe(4);
});

test('another installation in the same bucket sees and deletes nothing of it', async () => {
  const [one, other] = [await makeInstallation(), await makeInstallation()];
  const name = await makeBackup(one.config, 1);
  await one.copyNewest(1);
  await makeBackup(other.config, 5);
  await other.copyNewest(1);
  expect(namesOf(await one.copies.list())).toEqual([name]);
  expect(namesOf(await other.copies.list())).not.toContain(name);
  expect(await other.copies.open(name)).toBe(null);
  expect(await other.copies.delete(name)).toBe(false);
});

test('a copy is brought back when its signature is correct, and only then', async () => {
  const { config, folder, copies, copyNewest } = await makeInstallation();
  const name = await makeBackup(config, 1);
  await copyNewest();
  for (const file of [name, `${name}.sig`]) await rm(path.join(folder, file));
  await copies.fetch(name, signal);
  expect(await readFile(path.join(folder, name), 'utf8')).toBe('content of day 1');
  expect(await readdir(folder)).toContain(`${name}.sig`);

  for (const file of [name, `${name}.sig`]) await rm(path.join(folder, file));
  const [key = ''] = [...s3.objects.keys()].filter((one) => one.endsWith(name));
  s3.objects.set(key, Buffer.from('content of evil'));
  const before = await readdir(folder);
  await expect(copies.fetch(name, signal)).rejects.toThrow(
    `${name} was not made by this installation, or was changed since.`,
  );
  s3.objects.delete(`${key}.sig`);
  await expect(copies.fetch(name, signal)).rejects.toThrow('is not in the bucket any more');
  expect(await readdir(folder)).toEqual(before);
});

test('a copy that fails leaves the earlier ones, and names of requests reach no other object', async () => {
  const { config, copies, copyNewest } = await makeInstallation();
  const first = await makeBackup(config, 1);
  await copyNewest(1);
  const second = await makeBackup(config, 2);
  s3.failNext(403, 100);
  await expect(copyNewest(1)).rejects.toThrow('The file service answered 403: Told.');
  s3.failNext(403, 0);
  expect(namesOf(await copies.list())).toEqual([first]);
  for (const name of [`../${first}`, `${second}.sig`, 'pictures/one', '']) {
    expect(await copies.open(name)).toBe(null);
    expect(await copies.delete(name)).toBe(false);
    await expect(copies.fetch(name, signal)).rejects.toThrow('This is no backup.');
  }
});

test('a backup without a signature is not copied', async () => {
  const { config, folder, copyNewest } = await makeInstallation();
  const name = await makeBackup(config, 1);
  await rm(path.join(folder, `${name}.sig`));
  await expect(copyNewest()).rejects.toThrow('There is no signed backup to copy.');
  expect(s3.objects.size).toBe(0);
});
