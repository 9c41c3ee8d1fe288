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

test('what was kept is there after a restart, in files that only their owner reads', async () => {
  await open().write(key('a'), picture('a'));
  const again = open();
  expect(await again.read(key('a'))).toEqual(picture('a'));
  expect(await again.read(key('b'))).toBeNull();
  expect(await readdir(folder)).toEqual([key('a')]);
  expect((await stat(path.join(folder, key('a')))).mode & 0o777).toBe(0o600);
});

test('beyond its bound the least recently used go, also those of before a restart', async () => {
  const first = open(300);
  for (const name of ['a', 'b', 'c']) await first.write(key(name), picture(name));
  await first.read(key('a'));
  await first.write(key('d'), picture('d'));
  expect(await first.read(key('b'))).toBeNull();
  expect((await readdir(folder)).sort()).toEqual([key('a'), key('c'), key('d')].sort());
  // The clock of a disk is too coarse to tell what was written at once.
  for (const [age, name] of ['a', 'c', 'd'].entries()) {
    const at = new Date(Date.now() - (10 - age) * 86_400_000);
    await utimes(path.join(folder, key(name)), at, at);
  }
  await open(300).read(key('a'));
  await open(200).read(key('d'));
  expect((await readdir(folder)).sort()).toEqual([key('a'), key('d')].sort());
});

test('many who write at once stay within the bound', async () => {
  const store = open(500);
  const names = Array.from({ length: 60 }, (_, index) => `picture ${index}`);
  await Promise.all(names.map((name) => store.write(key(name), picture(name))));
  expect(await readdir(folder)).toHaveLength(5);
  const last = (await Promise.all(names.map((name) => store.read(key(name))))).filter(Boolean);
  expect(last).toHaveLength(5);
});

test('what a crash left half written is cleared away, and what is not ours is left alone', async () => {
  await open().write(key('a'), picture('a'));
  await writeFile(path.join(folder, '0b5c9f6e.part'), 'half');
  await writeFile(path.join(folder, 'README'), 'mine');
  expect(await open().read(key('a'))).toEqual(picture('a'));
  expect((await readdir(folder)).sort()).toEqual(['README', key('a')].sort());
});

test('an empty or missing file is no picture, and can be written anew', async () => {
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

test('a folder that cannot be written is logged once, and whoever asked goes on', async () => {
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

test('asking whether a picture is kept does not make it one that was used', async () => {
  const store = open(250);
  await store.write(key('a'), picture('a'));
  await store.write(key('b'), picture('b'));
  expect([await store.has(key('a')), await store.has(key('c'))]).toEqual([true, false]);
  await store.write(key('c'), picture('c'));
  expect(await store.has(key('a'))).toBe(false);
  expect(await open().has(key('b'))).toBe(true);
});

test('nothing but a hash names a file', async () => {
  const store = open();
  for (const name of ['../escaped', key('a').toUpperCase(), `${key('a')}/x`, '']) {
    await store.write(name, picture('a'));
    expect(await store.read(name)).toBeNull();
  }
  expect(await readdir(parent)).toEqual([]);
});
