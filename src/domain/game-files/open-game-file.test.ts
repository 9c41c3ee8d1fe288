import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { ZipFile } from 'yazl';
import { gameBundleLimits, gameZipConstants } from '#shared/constants/catalog/game-files.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { buildRawZip, buildZip, type RawEntry } from '#test/fixtures/raw-zip.ts';
import { openGameFile } from './open-game-file.ts';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'guildhall-bundles-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const json = '{"games":[{"name":"Lantern"}]}';
const games: RawEntry = { name: 'games.json', content: json };

/** Opens a zip and reads `paths` from it. Returns what is in them, or why the zip is refused. */
async function open(zip: Uint8Array, paths: string[] = []) {
  const file = path.join(root, 'sent.zip');
  await writeFile(file, zip);
  const own = { dates: 'year-first', folder: null, source: 'form' } as const;
  const given = { ...own, path: file, bytes: zip.byteLength };
  try {
    return await openGameFile(
      { ...given, name: 'Games.ZIP' },
      async ({ bytes, format, folder }) => {
        const files: Record<string, string | null> = {};
        for (const name of paths) {
          const found = await folder?.open(name);
          files[name] = found ? String(await buffer(found.stream())) : null;
          if (found) expect(files[name]?.length).toBe(found.bytes);
        }
        return { format, text: String(Buffer.from(bytes)), files };
      },
    );
  } catch (error) {
    if (!isAppError(error)) throw error;
    expect(error.code).toBe('bad-game-file');
    return error.message;
  } finally {
    expect(await readdir(root)).toEqual(['sent.zip']);
  }
}
const withEntry = (entry: RawEntry) => open(buildRawZip([games, entry]));

test('a zip has one file with games at its top level, and gives the files that it names', async () => {
  const zip = buildZip({
    'GAMES.Json': json,
    'pictures/cafe\u0301.png': 'picture',
    'keys/a.csv': 'AAAA',
    '__MACOSX/._games.json': 'x',
  });
  const names = ['./pictures/café.png', 'keys/../keys/a.csv', 'keys', '../x', '/keys/a.csv', ''];
  expect(await open(zip, names)).toEqual({
    format: 'json',
    text: json,
    files: {
      './pictures/café.png': 'picture',
      'keys/../keys/a.csv': 'AAAA',
      keys: null,
      '../x': null,
      '/keys/a.csv': null,
      '': null,
    },
  });
  expect(await open(buildZip({ 'list.csv': 'name\nA' }))).toMatchObject({ format: 'csv' });
  expect(await open(buildZip({ 'folder/games.json': json }))).toContain('at its top level');
  expect(await open(buildZip({ 'a.json': json, 'b.csv': 'x' }))).toContain('(a.json, b.csv)');
});

test('a zip in the format for large files is read', async () => {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(json), 'games.json', { forceZip64Format: true });
  zip.addBuffer(Buffer.from('AAAA'), 'keys.txt', { forceZip64Format: true });
  zip.end({ forceZip64Format: true, comment: '' });
  const answer = await open(await buffer(zip.outputStream), ['keys.txt']);
  expect(answer).toMatchObject({ text: json, files: { 'keys.txt': 'AAAA' } });
});

describe('a zip is refused', () => {
  it.each([
    ['a path that leads out of it', { name: '../evil.txt' }, 'not allowed. Names'],
    ['a path of the system', { name: '/etc/passwd' }, 'not allowed. Names'],
    ['a path of Windows', { name: 'a\\..\\b.txt' }, 'not allowed. Names'],
    ['a name with a null byte', { name: 'a\0.txt' }, 'not allowed. Names'],
    ['a link', { name: 'keys.txt', attributes: 0o120777 << 16 }, 'a link or another special file'],
    ['a device', { name: 'keys.txt', attributes: 0o060644 << 16 }, 'special file'],
    ['a name that is not UTF-8', { name: Uint8Array.of(0xe9, 0x2e, 0x70) }, 'valid UTF-8'],
    ['a name twice', { name: 'games.json' }, 'the same name'],
    ['a name twice in upper case', { name: 'GAMES.json' }, 'upper and lower case'],
    ['an encrypted file', { name: 'a.txt', flags: 0x801 }, 'encrypted'],
    ['another compression', { name: 'a.txt', method: 14 }, 'Use Deflate'],
    ['a bomb', { name: 'a.png', content: Buffer.alloc(3_000_000) }, '100 times as large'],
    [
      'a picture that is too large',
      { name: 'a.png', method: 0, content: Buffer.alloc(gameZipConstants.fileBytesMax + 1) },
      'too large (a.png)',
    ],
  ])('with %s', async (_, entry, text) => {
    expect(await withEntry(entry)).toContain(text);
  });

  it('with more entries than a site can need', async () => {
    const more = Array.from({ length: gameZipConstants.filesMax }, (_, index) => ({
      name: `${index}.txt`,
      content: '',
    }));
    expect(await open(buildRawZip([games, ...more]))).toContain('more than 7,000 files');
    expect(await open(buildRawZip([games, ...more.slice(1)]), ['6999.txt'])).toMatchObject({
      files: { '6999.txt': '' },
    });
  });

  it('when its entries share their bytes', async () => {
    const content = Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 7919) % 251));
    const shared = Array.from({ length: 20 }, (_, at) => ({
      ...{ name: `${at}.bin`, content, method: 0 },
      ...(at > 0 && { sameBytesAs: 1 }),
    }));
    expect(await open(buildRawZip([games, ...shared]))).toContain('damaged');
  });

  it('when it is cut, no zip, or longer than it says', async () => {
    const zip = buildRawZip([games, { name: 'keys.txt' }]);
    for (const length of [0, 10, 60, zip.length - 30, zip.length - 1])
      expect(await open(zip.subarray(0, length))).toContain('damaged');
    expect(await open(Buffer.from(json))).toContain('not a zip file');
    expect(await open(buildRawZip([games], { count: 3 }))).toContain('damaged');
  });

  it('when the file with games has another checksum or size than it says', async () => {
    for (const claims of [{ crc: 1 }, { bytes: 5 }, { bytes: 500 }])
      expect(await open(buildRawZip([{ ...games, claims }]))).toContain('damaged');
    const large = { name: 'games.json', method: 0, content: Buffer.alloc(5_000_001, 32) };
    expect(await open(buildRawZip([large]))).toContain('larger than 5 MB');
  });

  it('when it is larger than a form may send', async () => {
    const { zipBytesMax: bytes } = gameBundleLimits.form;
    const own = { dates: 'year-first', folder: null } as const;
    const given = { ...own, name: 'a.zip', path: '/nowhere', bytes: bytes + 1 };
    await expect(
      openGameFile({ ...given, source: 'form' }, async () => null),
    ).rejects.toMatchObject({ message: 'The zip is larger than 200 MB.' });
  });
});

test('a file of a zip with another checksum than it says is the error of this file', async () => {
  const zip = buildRawZip([games, { name: 'keys.txt', claims: { crc: 1 } }]);
  expect(await open(zip)).toMatchObject({ text: json });
  expect(await open(zip, ['keys.txt'])).toContain('(keys.txt)');
});

test('a zip is refused or read correctly, however its bytes were changed', async () => {
  const zip = buildZip({ 'games.json': json, 'a/keys.txt': 'AAAA-1111\n'.repeat(20) });
  const change = fc.tuple(fc.nat(zip.length - 1), fc.nat(255));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const changed = Buffer.from(zip);
      for (const [at, byte] of changes) changed[at] = byte;
      const answer = await open(changed, ['a/keys.txt']);
      if (typeof answer === 'string') return;
      expect([json, 'AAAA-1111\n'.repeat(20)]).toContain(answer.text);
      expect([null, 'AAAA-1111\n'.repeat(20)]).toContain(answer.files['a/keys.txt']);
    }),
    { numRuns: 150 },
  );
});
