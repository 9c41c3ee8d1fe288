import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FileStore, partFile, pictureFile } from '#domain/gallery/storage/file-store.ts';
import { type S3Server, startS3Server } from '#test/fakes/s3-server.ts';
import { createDiskFiles } from '../disk/file-store.ts';
import { createTempDirs } from '../disk/temp-dirs.ts';
import { createS3Files } from '../s3/file-store.ts';

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

async function made(content: Uint8Array): Promise<string> {
  const file = path.join(folder, `made-${randomUUID()}`);
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
  'a disk': () => createDiskFiles(path.join(folder, 'kept')),
  'a bucket': () => createS3Files(s3),
};

describe.each(Object.entries(stores))('files in %s', (_what, open) => {
  it('are kept, replaced, read and removed by their names', async () => {
    const store = open();
    const [one, other] = [randomBytes(600_000), randomBytes(1_000)];
    const names = [partFile(randomUUID()), pictureFile(randomUUID(), 'ab'.repeat(32))] as const;
    for (const name of names) await store.keep(name, await made(one));
    await store.keep(names[0], await made(other));
    expect(await read(store, names[0])).toEqual(other);
    expect(await read(store, names[1])).toEqual(one);
    await store.remove(names[0]);
    await store.remove(names[0]);
    expect(await read(store, names[0])).toBeNull();
    expect(await read(store, names[1])).toEqual(one);
  });

  it('may be empty', async () => {
    const store = open();
    const name = partFile(randomUUID());
    await store.keep(name, await made(new Uint8Array()));
    expect(await read(store, name)).toEqual(Buffer.alloc(0));
  });

  it.each([
    '../secret',
    'parts/../../secret',
    '/etc/passwd',
    'parts/a b',
    'parts/',
    'Parts/ab',
    '',
  ])('have no such name as %j', async (name) => {
    const store = open();
    const file = await made(Buffer.from('x'));
    await expect(store.keep(name, file)).rejects.toThrow('Not a name of a file');
    await expect(store.open(name)).rejects.toThrow('Not a name of a file');
    await expect(store.remove(name)).rejects.toThrow('Not a name of a file');
    expect(await readFile(file, 'utf8')).toBe('x');
  });

  it('can be left in the middle of being read', async () => {
    const store = open();
    const name = partFile(randomUUID());
    await store.keep(name, await made(randomBytes(3_000_000)));
    const file = await store.open(name);
    for await (const _piece of file?.stream ?? []) break;
    expect(file?.stream.destroyed).toBe(true);
    await store.remove(name);
  });
});

describe('a bucket', () => {
  it.each([500, 503, 429, 'cut'] as const)(
    'that answers %s twice is asked again',
    async (fault) => {
      const store = createS3Files(s3);
      const name = partFile(randomUUID());
      s3.fault(fault, 2);
      await store.keep(name, await made(Buffer.from('kept')));
      expect(s3.objects.get(name)?.toString()).toBe('kept');
      s3.fault(fault, 2);
      expect(await read(store, name)).toEqual(Buffer.from('kept'));
    },
  );

  it('that does not say how much it sends is read all the same', async () => {
    const store = createS3Files(s3);
    const name = partFile(randomUUID());
    await store.keep(name, await made(Buffer.from('kept')));
    s3.fault('unsized', 1);
    const file = await store.open(name);
    expect(file?.bytes).toBeNull();
    expect(file && (await buffer(file.stream))).toEqual(Buffer.from('kept'));
  });

  it('that goes on failing is not asked for ever, and one that refuses is asked once', async () => {
    const store = createS3Files(s3);
    s3.fault(503, 3);
    const before = s3.calls();
    await expect(store.open(partFile(randomUUID()))).rejects.toThrow(/answered 503/);
    expect(s3.calls() - before).toBe(3);
    const wrong = createS3Files({ ...s3, secretAccessKey: 'wrong' });
    await expect(wrong.open(partFile(randomUUID()))).rejects.toThrow(/SignatureDoesNotMatch/);
    expect(s3.calls() - before).toBe(4);
  });
});

describe('workrooms', () => {
  const open = () => createTempDirs(path.join(folder, 'work'));
  const left = () => readdir(path.join(folder, 'work'), { recursive: true });

  it('are gone with all that was in them, whatever came of the work', async () => {
    const rooms = open();
    async function* endless() {
      for (;;) yield randomBytes(1_000);
    }
    await rooms.enter(async (room) => {
      const { path: file, bytes } = await room.write(Readable.from([Buffer.from('ab')]), {
        bytesMax: 2,
      });
      expect([await readFile(file, 'utf8'), bytes]).toEqual(['ab', 2]);
      await mkdir(path.join(room.folder, 'more'));
    });
    const refused = rooms.enter((room) => room.write(endless(), { bytesMax: 5_000 }));
    await expect(refused).rejects.toMatchObject({ code: 'upload-bytes' });
    const broken = rooms.enter((room) =>
      room.write(
        (async function* () {
          yield Buffer.from('a');
          throw new Error('cut');
        })(),
        { bytesMax: 10 },
      ),
    );
    await expect(broken).rejects.toThrow('cut');
    expect(await left()).toEqual([]);
  });

  it('that a process left are cleared away, those in use are not', async () => {
    const rooms = open();
    const old = path.join(folder, 'work', 'room-old');
    await mkdir(old, { recursive: true });
    await writeFile(path.join(old, 'half'), 'x');
    await utimes(old, new Date(0), new Date(0));
    await rooms.enter(async (room) => {
      await rooms.tidy(new Date(Date.now() - 60_000));
      expect(await left()).toEqual([path.basename(room.folder)]);
    });
    await createTempDirs(path.join(folder, 'nowhere')).tidy(new Date());
  });
});
