import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { createTempDirs } from '#integrations/disk/temp-dirs.ts';
import { webGameConstants } from '#shared/constants/game-library/web-games.ts';
import { buildRawZip, buildZip, type RawEntry } from '#test/fixtures/raw-zip.ts';
import type { ZipLimits } from '../../lib/zip/zip-rules.ts';
import { unpackZip } from './unpack-zip.ts';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'guildhall-zips-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** Unpacks a zip. Returns its files by path, or the reason why it is refused. */
async function unpack(zip: Uint8Array, limits: Partial<ZipLimits> = {}) {
  const work = path.join(root, 'work');
  const result = createTempDirs(work).use(async (dir) => {
    const file = path.join(dir.folder, 'sent.zip');
    await writeFile(file, zip);
    const all = { ...webGameConstants, ...limits };
    const { file: unpacked, entries } = await unpackZip(dir, file, all);
    const content = await readFile(unpacked.path);
    expect(unpacked.bytes).toBe(content.length);
    expect(unpacked.sha256).toBe(createHash('sha256').update(content).digest('hex'));
    return Object.fromEntries(
      entries.map(({ path: name, start, bytes }) => [
        name,
        String(content.subarray(start, start + bytes)),
      ]),
    );
  });
  const answer = await result.catch((error) => {
    expect(error).toMatchObject({ code: 'web-game-zip', status: 400 });
    return String(error.details.reason);
  });
  // Nothing is left, and nothing was written beside the folder of the work.
  expect(await readdir(work)).toEqual([]);
  expect(await readdir(root)).toEqual(['work']);
  return answer;
}

const index: RawEntry = { name: 'index.html', content: '<h1>Hi</h1>' };
const withEntry = (entry: RawEntry) => unpack(buildRawZip([index, entry]));

test('a zip is unpacked with its folders, Unicode names and stored files', async () => {
  const zip = buildRawZip([
    index,
    { name: 'art/', content: '', method: 0, attributes: (0o040755 << 16) | 0x10 },
    { name: 'art/hero.PNG', content: 'picture', method: 0, attributes: 0o100644 << 16 },
    { name: 'cafe\u0301/é %20#.json', content: '{}' },
    { name: 'empty.txt', content: '' },
    { name: '__MACOSX/._index.html', content: 'x' },
    { name: 'art/.DS_Store', content: 'x' },
  ]);
  expect(await unpack(zip)).toEqual({
    'index.html': '<h1>Hi</h1>',
    'art/hero.PNG': 'picture',
    'café/é %20#.json': '{}',
    'empty.txt': '',
  });
});

describe('a zip is refused because of the name of an entry', () => {
  it.each([
    '../evil.js',
    'a/../../evil.js',
    'a/..',
    './evil.js',
    'a/./evil.js',
    '/etc/evil.js',
    '//host/evil.js',
    'a//evil.js',
    '/',
    'a//',
    '../',
    'C:/evil.js',
    'C:evil.js',
    'a\\..\\evil.js',
    '\\\\host\\evil.js',
    'evil.js\0.png',
    'line\nbreak.js',
    'stream.js:hidden.js',
    'what?.js',
    `${'d/'.repeat(webGameConstants.depthMax + 1)}deep.js`,
    `${'n'.repeat(webGameConstants.pathMax)}.js`,
    '',
  ])('%j', async (name) => {
    expect(await withEntry({ name })).toBe('name');
  });

  it.each([
    ['a single byte of Latin-1', [0xe9, 0x2e, 0x6a, 0x73]],
    ['a slash in two bytes', [0x2e, 0x2e, 0xc0, 0xaf, 0x78, 0x2e, 0x6a, 0x73]],
    ['half of a pair', [0xed, 0xa0, 0x80, 0x2e, 0x6a, 0x73]],
    ['a cut character', [0x61, 0x2e, 0x6a, 0x73, 0xe2, 0x82]],
  ])('that is not UTF-8: %s', async (_, bytes) => {
    expect(await withEntry({ name: Uint8Array.from(bytes) })).toBe('encoding');
    expect(await withEntry({ name: Uint8Array.from(bytes), flags: 0 })).toBe('encoding');
  });

  it.each([
    ['the same', 'a.js', 'a.js'],
    ['in upper case', 'a.js', 'A.JS'],
    ['in another form of Unicode', 'caf\u00e9.js', 'cafe\u0301.js'],
    ['of its index', 'INDEX.html', 'index2.html'],
  ])('that it has twice: %s', async (_, first, second) => {
    expect(await unpack(buildRawZip([index, { name: first }, { name: second }]))).toBe('duplicate');
  });

  it.each(['run.exe', 'page.php', 'LICENSE', '.htaccess', 'a.js.', 'lib.so', 'inner.zip', '.js'])(
    'whose type is not allowed: %s',
    async (name) => {
      expect(await withEntry({ name })).toBe('type');
    },
  );

  it('which the reader is told, without characters that change a line', async () => {
    const file = path.join(root, 'work', 'named.zip');
    await createTempDirs(path.join(root, 'work')).use(async (dir) => {
      await writeFile(file, buildRawZip([index, { name: '../\u202e\nsj.exe' }]));
      await expect(unpackZip(dir, file)).rejects.toThrow('(../??sj.exe)');
    });
    await rm(file);
  });
});

describe('a zip is refused because of the kind of an entry', () => {
  it.each([
    ['a symbolic link', 0o120777 << 16],
    ['a device', 0o060644 << 16],
    ['a character device', 0o020644 << 16],
    ['a pipe', 0o010644 << 16],
    ['a socket', 0o140644 << 16],
    ['a folder with the name of a file', 0o040755 << 16],
    ['a link of Windows', 0x400],
    ['a folder of Windows with the name of a file', 0x10],
  ])('%s', async (_, attributes) => {
    expect(await withEntry({ name: 'link.js', content: '/etc/passwd', attributes })).toBe(
      'special',
    );
  });

  it('a file with the name of a folder', async () => {
    const attributes = 0o120777 << 16;
    expect(await withEntry({ name: 'link/', content: '', attributes })).toBe('special');
  });

  it.each([
    ['encrypted', { flags: 0x801 }, 'encrypted'],
    ['encrypted strongly', { flags: 0x840 }, 'unreadable'],
    ['in a masked directory', { flags: 0x2800 }, 'encrypted'],
    ['compressed in another way', { method: 14 }, 'compression'],
    ['compressed with Deflate64', { method: 9 }, 'compression'],
  ])('%s', async (_, entry, reason) => {
    expect(await withEntry({ name: 'a.js', ...entry })).toBe(reason);
  });
});

describe('a zip is refused because of its size', () => {
  const zeros = (bytes: number) => Buffer.alloc(bytes);

  it('when a file is a bomb, whatever the directory says of its size', async () => {
    const bomb = { name: 'a.bin', content: zeros(3_000_000) };
    expect(await withEntry(bomb)).toBe('ratio');
    expect(await withEntry({ ...bomb, claims: { bytes: 1_000 } })).toBe('unreadable');
    expect(await withEntry({ ...bomb, claims: { packedBytes: 40_000 } })).toBe('unreadable');
  });

  it('when all files together are a bomb', async () => {
    const files = Array.from({ length: 30 }, (_, at) => ({
      name: `${at}.bin`,
      content: zeros(900_000),
    }));
    expect(await unpack(buildRawZip([index, ...files]))).toBe('ratio');
  });

  it('when its entries share their bytes', async () => {
    const content = Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 7919) % 251));
    const shared = Array.from({ length: 20 }, (_, at) => ({
      name: `${at}.bin`,
      content,
      method: 0,
      ...(at > 0 && { sameBytesAs: 1 }),
    }));
    expect(await unpack(buildRawZip([index, ...shared]))).toBe('unreadable');
  });

  it('when a file, all files or their number is too large', async () => {
    const files = buildZip({ 'index.html': 'x'.repeat(60), 'a.js': 'y'.repeat(60) });
    await expect(unpackLimited(files, { fileBytesMax: 59 })).rejects.toThrow('(index.html).');
    await expect(unpackLimited(files, { bytesMax: 119 })).rejects.toThrow('too large.');
    expect(await unpack(files, { filesMax: 1 })).toBe('count');
    expect(
      Object.keys(await unpack(files, { fileBytesMax: 60, bytesMax: 120, filesMax: 2 })),
    ).toEqual(['index.html', 'a.js']);
  });

  const unpackLimited = (zip: Uint8Array, limits: Partial<ZipLimits>) =>
    createTempDirs(path.join(root, 'work')).use(async (dir) => {
      const file = path.join(dir.folder, 'sent.zip');
      await writeFile(file, zip);
      return unpackZip(dir, file, { ...webGameConstants, ...limits });
    });
});

describe('a zip is refused because it is damaged', () => {
  it.each([
    ['no zip', Buffer.from('<h1>Hi</h1>')],
    ['nothing', Buffer.alloc(0)],
    ['cut', buildZip({ 'index.html': 'x' }).subarray(0, 60)],
    ['with fewer entries than it says', buildRawZip([index], { count: 3 })],
  ])('%s', async (_, zip) => {
    expect(await unpack(zip)).toBe('unreadable');
  });

  it('when a content does not have its checksum', async () => {
    expect(await withEntry({ name: 'a.js', claims: { crc: 1 } })).toBe('unreadable');
  });

  it('when it has no index.html at its top level', async () => {
    expect(await unpack(buildZip({ 'game/index.html': 'x' }))).toBe('index');
    expect(await unpack(buildZip({ 'Index.html': 'x' }))).toBe('index');
    expect(await unpack(buildZip({ 'index.html': '' }))).toBe('index');
    expect(await unpack(buildRawZip([]))).toBe('index');
  });

  it('or it is unpacked correctly, however its bytes were changed', async () => {
    const files = { 'index.html': '<h1>Hi</h1>', 'a/b.js': 'let a = 1;'.repeat(20) };
    const zip = buildZip(files);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(zip.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        async (changes) => {
          const changed = Buffer.from(zip);
          for (const [at, byte] of changes) changed[at] = byte;
          const answer = await unpack(changed);
          // The checksum finds a changed content; a name may be another valid one.
          if (typeof answer !== 'string')
            expect(Object.values(answer).every((text) => Object.values(files).includes(text))).toBe(
              true,
            );
        },
      ),
      { numRuns: 150 },
    );
  });
});
