import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCoverCache } from './cover-cache.ts';

let parent: string;
let folder: string;

beforeEach(async () => {
  parent = await mkdtemp(path.join(os.tmpdir(), 'guildhall-pictures-'));
  folder = path.join(parent, 'pictures');
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const key = (name: string) => createHash('sha256').update(name).digest('hex');
const picture = (text: string, bytes = 100) => Buffer.alloc(bytes, text);

function open(maxBytes = 1_000) {
  const warnings: string[] = [];
  const log = {
    info() {},
    error() {},
    warn: (_details: object, message: string) => void warnings.push(message),
  };
  return Object.assign(createCoverCache(folder, { maxBytes, log }), { warnings });
}

test('cached pictures are still there after a restart, in files that only their owner can read', async () => {
  await open().write(key('a'), picture('a'));
  const again = open();
  expect(await again.read(key('a'))).toEqual(picture('a'));
  expect(await again.read(key('b'))).toBeNull();
  expect(await readdir(folder)).toEqual([key('a')]);
  expect((await stat(path.join(folder, key('a')))).mode & 0o777).toBe(0o600);
});

test('beyond the limit the least recently used pictures go, also those from before a restart', async () => {
  const first = open(300);
  for (const name of ['a', 'b', 'c']) await first.write(key(name), picture(name));
  await first.read(key('a'));
  await first.write(key('d'), picture('d'));
  expect(await first.read(key('b'))).toBeNull();
  expect((await readdir(folder)).sort()).toEqual([key('a'), key('c'), key('d')].sort());
  // The timestamps of the file system are too coarse for files that are written at once.
  for (const [age, name] of ['a', 'c', 'd'].entries()) {
    const at = new Date(Date.now() - (10 - age) * 86_400_000);
    await utimes(path.join(folder, key(name)), at, at);
  }
  await open(300).read(key('a'));
  await open(200).read(key('d'));
  expect((await readdir(folder)).sort()).toEqual([key('a'), key('d')].sort());
});

test('simultaneous writes stay within the limit', async () => {
  const store = open(500);
  const names = Array.from({ length: 60 }, (_, index) => `picture ${index}`);
  await Promise.all(names.map((name) => store.write(key(name), picture(name))));
  expect(await readdir(folder)).toHaveLength(5);
  const last = (await Promise.all(names.map((name) => store.read(key(name))))).filter(Boolean);
  expect(last).toHaveLength(5);
});

test('files that a crash left incomplete are deleted, and other files are left alone', async () => {
  await open().write(key('a'), picture('a'));
  for (const name of ['0b5c9f6e.part', '7d1e20aa.part']) {
    await writeFile(path.join(folder, name), 'half');
  }
  const before = new Date(Date.now() - 11 * 60 * 1000);
  await utimes(path.join(folder, '0b5c9f6e.part'), before, before);
  await writeFile(path.join(folder, 'README'), 'mine');
  expect(await open().read(key('a'))).toEqual(picture('a'));
  // Another process may be writing the newer one.
  const left = ['7d1e20aa.part', 'README', key('a')];
  expect((await readdir(folder)).sort()).toEqual(left.sort());
});

test('a picture that another process has written is read', async () => {
  const [first, second] = [open(), open()];
  expect(await first.read(key('a'))).toBeNull();
  await second.write(key('a'), picture('a'));
  expect(await first.read(key('a'))).toEqual(picture('a'));
});

test('an empty or missing file is not a picture, and can be written again', async () => {
  const store = open();
  await store.write(key('a'), picture('a'));
  await writeFile(path.join(folder, key('a')), '');
  expect(await store.read(key('a'))).toBeNull();
  await rm(folder, { recursive: true });
  expect(await open().read(key('a'))).toBeNull();
  const again = open();
  await again.write(key('a'), picture('b'));
  expect(await again.read(key('a'))).toEqual(picture('b'));
});

test('a folder that cannot be written is logged once, and the caller continues', async () => {
  await writeFile(folder, 'in the way');
  const store = open();
  await store.write(key('a'), picture('a'));
  await store.write(key('b'), picture('b'));
  expect(await store.read(key('a'))).toBeNull();
  expect(store.warnings).toHaveLength(1);
  await rm(folder);
  await store.write(key('a'), picture('a'));
  expect(await store.read(key('a'))).toEqual(picture('a'));
});

test('checking whether a picture is cached does not count as a use', async () => {
  const store = open(250);
  await store.write(key('a'), picture('a'));
  await store.write(key('b'), picture('b'));
  expect([await store.has(key('a')), await store.has(key('c'))]).toEqual([true, false]);
  await store.write(key('c'), picture('c'));
  expect(await store.has(key('a'))).toBe(false);
  expect(await open().has(key('b'))).toBe(true);
});

test('only a hash can name a file', async () => {
  const store = open();
  for (const name of ['../escaped', key('a').toUpperCase(), `${key('a')}/x`, '']) {
    await store.write(name, picture('a'));
    expect(await store.read(name)).toBeNull();
  }
  expect(await readdir(parent)).toEqual([]);
});
