import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportFileName } from '#domain/data-export/export-file-name.ts';
import {
  downloadFileName,
  type FileStore,
  partFileName,
  pictureFileName,
} from '#domain/gallery/storage/file-store.ts';
import { type S3Server, startS3Server } from '#test/fakes/s3-server.ts';
import { createDiskFileStore } from '../disk/disk-file-store.ts';
import { createTempDirs } from '../disk/temp-dirs.ts';
import { openS3Bucket } from '../s3/s3-bucket.ts';
import { createS3FileStore } from '../s3/s3-file-store.ts';
import { createBucketBeforeFolder } from './bucket-before-folder.ts';

let folder = '';
let s3: S3Server;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'guildhall-files-'));
  s3 = await startS3Server();
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

async function createFile(content: Uint8Array): Promise<string> {
  const file = path.join(folder, `file-${randomUUID()}`);
  await writeFile(file, content);
  return file;
}

async function read(store: FileStore, name: string): Promise<Buffer | null> {
  const file = await store.open(name);
  if (!file) return null;
  const content = await buffer(file.stream);
  expect(file.bytes).toBe(content.byteLength);
  return content;
}

const stores = {
  'on a disk': () => createDiskFileStore(path.join(folder, 'store')),
  'in a bucket': () => createS3FileStore(s3),
};

describe.each(Object.entries(stores))('files %s', (_where, open) => {
  it('are saved, replaced, read and deleted by their names', async () => {
    const store = open();
    const [one, other] = [randomBytes(600_000), randomBytes(1_000)];
    const names = [
      partFileName(randomUUID()),
      pictureFileName(randomUUID(), 'ab'.repeat(32)),
    ] as const;
    for (const name of names) await store.save(name, await createFile(one));
    await store.save(names[0], await createFile(other));
    expect(await read(store, names[0])).toEqual(other);
    expect(await read(store, names[1])).toEqual(one);
    await store.remove(names[0]);
    await store.remove(names[0]);
    expect(await read(store, names[0])).toBeNull();
    expect(await read(store, names[1])).toEqual(one);
  });

  it('may be empty', async () => {
    const store = open();
    const name = partFileName(randomUUID());
    await store.save(name, await createFile(new Uint8Array()));
    expect(await read(store, name)).toEqual(Buffer.alloc(0));
  });

  it('are read in parts', async () => {
    const store = open();
    const name = downloadFileName(randomUUID());
    const content = randomBytes(600_000);
    await store.save(name, await createFile(content));
    for (const [start, end] of [
      [0, 0],
      [1_000, 400_000],
      [599_999, 599_999],
      [0, 599_999],
    ] as const) {
      const part = await store.open(name, { start, end });
      const read = part && (await buffer(part.stream));
      expect(read?.equals(content.subarray(start, end + 1))).toBe(true);
      expect(part?.bytes).toBe(end + 1 - start);
    }
    expect(await store.open(downloadFileName(randomUUID()), { start: 0, end: 1 })).toBeNull();
    await store.remove(name);
  });

  it('of a folder are listed with their sizes', async () => {
    const store = open();
    const list = async () => {
      const files = new Map<string, number>();
      for await (const { name, bytes, storedAt } of store.list('downloads')) {
        expect(storedAt.getTime()).toBeGreaterThan(0);
        files.set(name, bytes);
      }
      return files;
    };
    expect([...(await list())]).toEqual([]);
    const names = Array.from({ length: 5 }, () => downloadFileName(randomUUID()));
    for (const [index, name] of names.entries())
      await store.save(name, await createFile(Buffer.alloc(index + 1)));
    await store.save(partFileName(randomUUID()), await createFile(Buffer.alloc(9)));
    expect(await list()).toEqual(new Map(names.map((name, index) => [name, index + 1])));
    await expect(async () => {
      for await (const _file of store.list('../downloads')) break;
    }).rejects.toThrow('Not a valid folder');
    for (const name of names) await store.remove(name);
  });

  it('store exports of data', async () => {
    const store = open();
    const name = exportFileName({ id: randomUUID(), attempts: 2 });
    await store.save(name, await createFile(Buffer.from('zip')));
    expect(String(await read(store, name))).toBe('zip');
    await store.remove(name);
    expect(await read(store, name)).toBeNull();
  });

  it.each([
    '../secret',
    'parts/../../secret',
    '/etc/passwd',
    'parts/a b',
    'parts/',
    'Parts/ab',
    '',
  ])('cannot have the name %j', async (name) => {
    const store = open();
    const file = await createFile(Buffer.from('x'));
    await expect(store.save(name, file)).rejects.toThrow('Not a valid file name');
    await expect(store.open(name)).rejects.toThrow('Not a valid file name');
    await expect(store.remove(name)).rejects.toThrow('Not a valid file name');
    expect(await readFile(file, 'utf8')).toBe('x');
  });

  it('need not be read to their end', async () => {
    const store = open();
    const name = partFileName(randomUUID());
    await store.save(name, await createFile(randomBytes(3_000_000)));
    const file = await store.open(name);
    for await (const _piece of file?.stream ?? []) break;
    expect(file?.stream.destroyed).toBe(true);
    await store.remove(name);
  });
});

describe('a bucket', () => {
  it('gets a third request after two failures of any kind', async () => {
    // At the same time, because the store waits between its requests.
    await Promise.all(
      ([500, 503, 429, 'cut'] as const).map(async (failure) => {
        const failing = await startS3Server();
        const store = createS3FileStore(failing);
        const name = partFileName(randomUUID());
        failing.failNext(failure, 2);
        await store.save(name, await createFile(Buffer.from('content')));
        const saved = failing.objects.get(name)?.toString();
        failing.failNext(failure, 2);
        const content = String(await read(store, name));
        expect({ failure, saved, content }).toEqual({
          failure,
          saved: 'content',
          content: 'content',
        });
        await failing.close();
      }),
    );
  });

  it('whose response has no length can be read', async () => {
    const store = createS3FileStore(s3);
    const name = partFileName(randomUUID());
    await store.save(name, await createFile(Buffer.from('content')));
    s3.failNext('unsized', 1);
    const file = await store.open(name);
    expect(file?.bytes).toBeNull();
    expect(file && (await buffer(file.stream))).toEqual(Buffer.from('content'));
  });

  it('is called three times if it keeps failing, and once if it rejects the credentials', async () => {
    const store = createS3FileStore(s3);
    s3.failNext(503, 3);
    const before = s3.calls();
    await expect(store.open(partFileName(randomUUID()))).rejects.toThrow(/answered 503/);
    expect(s3.calls() - before).toBe(3);
    const wrong = createS3FileStore({ ...s3, secretAccessKey: 'wrong' });
    await expect(wrong.open(partFileName(randomUUID()))).rejects.toThrow(/SignatureDoesNotMatch/);
    expect(s3.calls() - before).toBe(4);
  });
});

describe('temp dirs', () => {
  const open = () => createTempDirs(path.join(folder, 'work'));
  const listRemaining = () => readdir(path.join(folder, 'work'), { recursive: true });

  it('are deleted with all their files, whether the work succeeds or fails', async () => {
    const tempDirs = open();
    async function* endless() {
      for (;;) yield randomBytes(1_000);
    }
    await tempDirs.use(async (dir) => {
      const { path: file, bytes } = await dir.write(Readable.from([Buffer.from('ab')]), {
        bytesMax: 2,
      });
      expect([await readFile(file, 'utf8'), bytes]).toEqual(['ab', 2]);
      await mkdir(path.join(dir.folder, 'more'));
    });
    const tooLarge = tempDirs.use((dir) => dir.write(endless(), { bytesMax: 5_000 }));
    await expect(tooLarge).rejects.toMatchObject({ code: 'upload-bytes' });
    const broken = tempDirs.use((dir) =>
      dir.write(
        (async function* () {
          yield Buffer.from('a');
          throw new Error('cut');
        })(),
        { bytesMax: 10 },
      ),
    );
    await expect(broken).rejects.toThrow('cut');
    expect(await listRemaining()).toEqual([]);
  });

  it('are deleted if a stopped process left them, and not while they are in use', async () => {
    const tempDirs = open();
    const old = path.join(folder, 'work', 'room-old');
    await mkdir(old, { recursive: true });
    await writeFile(path.join(old, 'half'), 'x');
    await utimes(old, new Date(0), new Date(0));
    await tempDirs.use(async (dir) => {
      await tempDirs.removeOlderThan(new Date(Date.now() - 60_000));
      expect(await listRemaining()).toEqual([path.basename(dir.folder)]);
    });
    await createTempDirs(path.join(folder, 'nowhere')).removeOlderThan(new Date());
  });
});

describe('a large object of a bucket', () => {
  it('is sent in parts, and read again', async () => {
    const bucket = openS3Bucket(s3, { partBytes: 100_000 });
    const content = randomBytes(250_001);
    await bucket.put('backups/large', await createFile(content));
    expect(s3.objects.get('backups/large')).toEqual(content);
    expect(s3.openUploads.size).toBe(0);
    const found = await bucket.open('backups/large');
    expect(found && (await buffer(found.stream))).toEqual(content);
  });

  it('leaves no parts when one of them cannot be sent', async () => {
    const bucket = openS3Bucket(s3, { partBytes: 100_000 });
    const file = await createFile(randomBytes(250_001));
    // The upload begins, and its first part arrives.
    s3.failNext(403, 1, 2);
    await expect(bucket.put('backups/broken', file)).rejects.toThrow('403: Told');
    expect(s3.openUploads.size).toBe(0);
    expect(s3.objects.has('backups/broken')).toBe(false);
  });
});

it('a bucket before a folder gets new files, and those of the folder are still there', async () => {
  const store = createBucketBeforeFolder(createDiskFileStore(path.join(folder, 'earlier')));
  const [earlier, later] = [downloadFileName(randomUUID()), downloadFileName(randomUUID())];
  await store.save(earlier, await createFile(randomBytes(1_000)));
  expect(store.isShared).toBe(false);
  store.setBucket(createS3FileStore(s3));
  await store.save(later, await createFile(randomBytes(2_000)));
  expect(s3.objects.has(later)).toBe(true);
  expect(store.isShared).toBe(true);
  expect([(await read(store, earlier))?.length, (await read(store, later))?.length]).toEqual([
    1_000, 2_000,
  ]);
  const names: string[] = [];
  for await (const { name } of store.list('downloads')) names.push(name);
  expect(names).toEqual(expect.arrayContaining([earlier, later]));
  for (const name of [earlier, later]) await store.remove(name);
  expect([await read(store, earlier), await read(store, later)]).toEqual([null, null]);
});
