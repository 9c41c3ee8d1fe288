import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pictures, uploads } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { uploadConstants } from '#shared/constants/uploads.ts';
import { AppError, appErrors } from '#shared/errors/app-error.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPicture } from '#test/fixtures/gallery.ts';
import { useUploads } from '#test/fixtures/uploads.ts';
import { listFiles } from '../file-service/list-files.ts';
import type { ImageProcessor, ProcessedFile } from '../processing/image-processor.ts';
import { completeMultipartUpload } from './complete-multipart-upload.ts';
import { receivePart } from './receive-part.ts';
import { startMultipartUpload } from './start-multipart-upload.ts';
import { waitForUpload } from './wait-for-upload.ts';

const database = useDatabase();
const uploadScene = useUploads(database);

// A node notes that it goes on when the test says that time passes, and not when the machine is slow.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

const size = uploadConstants.multipartBytesMin;

/** Makes pictures of `content`, each time once `before` has ended; counts them. */
function images(content: Buffer, before: () => Promise<void> = async () => {}) {
  const one = async (folder: string, bytes: Buffer): Promise<ProcessedFile> => {
    const hash = createHash('sha256').update(bytes).digest('hex');
    const file = path.join(folder, hash);
    await writeFile(file, bytes);
    return { path: file, width: 3, height: 2, bytes: bytes.byteLength, hash };
  };
  const process = vi.fn<ImageProcessor['process']>(async (_file, folder) => {
    await before();
    const full = await one(folder, content);
    return { kind: 'image/jpeg', full, thumbnail: await one(folder, content.subarray(1)) };
  });
  return { process };
}

/** Where a node stops until it is told to go on. */
function stop() {
  const [reached, onward] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  return {
    here: () => {
      reached.resolve();
      return onward.promise;
    },
    reached: reached.promise,
    goOn: () => onward.resolve(),
  };
}

/** An upload of which all parts have arrived, and nodes that complete it. */
async function scene() {
  const { ctx, createUploader, filesLeft } = await uploadScene();
  const { options } = await createUploader();
  const pass = {
    publicKey: options.publicKey,
    signature: options.secureSignature,
    expire: options.secureExpire,
  };
  const file = { name: 'a.jpg', bytes: size, partBytes: uploadConstants.partBytesMin };
  const { id, signatures } = await startMultipartUpload(ctx, { pass, file, publish: false });
  for (const [number, signature] of signatures.entries()) {
    const source = (async function* () {
      yield Buffer.alloc(uploadConstants.partBytesMin);
    })();
    await receivePart(ctx, { uploadId: id, number, signature, source });
  }
  const ask = { uploadId: id, publicKey: pass.publicKey };
  /** Without what is in the rooms of nodes that stand still. */
  const kept = async () => (await filesLeft()).filter((name) => name.startsWith('gallery/'));
  return {
    ctx,
    id,
    clock: ctx.testClock,
    complete: (node: Partial<Ctx>) => completeMultipartUpload({ ...ctx, ...node }, ask),
    follow: (node: Partial<Ctx> = {}) => waitForUpload({ ...ctx, ...node }, { ...ask, id }),
    kept,
    /** What there is of a picture that was made of `content`. */
    async expectPicture(content: Buffer) {
      const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
      const rows = await database.db.select().from(pictures).where(eq(pictures.id, id));
      const [fullHash, thumbnailHash] = [hash(content), hash(content.subarray(1))];
      expect(rows).toMatchObject([{ fullHash, thumbnailHash, keptAt: expect.any(Date) }]);
      const names = [fullHash, thumbnailHash].map((one) => expect.stringContaining(one));
      expect(await kept()).toEqual(expect.arrayContaining(names));
      expect(await kept()).toHaveLength(2);
      expect(await database.db.$count(uploads, eq(uploads.id, id))).toBe(0);
    },
  };
}

const refused = (code: string) => expect.objectContaining({ name: 'Refusal', code });
const fail = (error: Error): never => {
  throw error;
};
const [mine, other] = [randomBytes(300), randomBytes(400)];

describe('a picture whose node ended in the middle', () => {
  it('is made by another after a while, of two who come at once by one', async () => {
    const { clock, complete, expectPicture } = await scene();
    const stopped = stop();
    void complete({ imageProcessor: images(mine, stopped.here) });
    await stopped.reached;
    clock.advance(uploadConstants.finishingMs - 1_000);
    const later = images(other);
    expect(await complete({ imageProcessor: later })).toMatchObject({ ready: false, lost: false });
    clock.advance(2_000);
    const both = [complete({ imageProcessor: later }), complete({ imageProcessor: later })];
    expect((await Promise.all(both)).map(({ ready }) => ready)).toContain(true);
    expect(later.process).toHaveBeenCalledTimes(1);
    await expectPicture(other);
  });

  it('is made for who only asks how far it is', async () => {
    const { clock, complete, follow, expectPicture } = await scene();
    const stopped = stop();
    void complete({ imageProcessor: images(mine, stopped.here) });
    await stopped.reached;
    expect(await follow()).toMatchObject({ ready: false });
    clock.advance(uploadConstants.finishingMs + 1_000);
    const busy = images(other, async () => {
      throw new AppError('pictures-busy');
    });
    // With the next question it is tried again.
    expect(await follow({ imageProcessor: busy })).toMatchObject({ ready: false });
    expect(await follow({ imageProcessor: images(other) })).toMatchObject({ ready: true });
    await expectPicture(other);
  });

  it.each([
    ['before it had made it', other],
    ['before it had made the same', mine],
  ])('is not harmed by that node when it comes back, which stopped %s', async (_when, made) => {
    const { clock, complete, expectPicture } = await scene();
    const stopped = stop();
    const first = complete({ imageProcessor: images(mine, stopped.here) });
    await stopped.reached;
    clock.advance(uploadConstants.finishingMs + 1_000);
    expect(await complete({ imageProcessor: images(made) })).toMatchObject({ ready: true });
    stopped.goOn();
    await expect(first).rejects.toThrow(refused('upload-gone'));
    await expectPicture(made);
  });

  it.each([
    ['another', other],
    ['the same', mine],
  ])('leaves no file when it stopped while it kept it and %s is made', async (_what, made) => {
    const { ctx, clock, complete, kept, expectPicture } = await scene();
    const stopped = stop();
    const keep: Ctx['fileStore']['keep'] = async (name, from) => {
      await ctx.fileStore.keep(name, from);
      await stopped.here();
    };
    const first = complete({ imageProcessor: images(mine), fileStore: { ...ctx.fileStore, keep } });
    await stopped.reached;
    expect(await kept()).toHaveLength(3);
    clock.advance(uploadConstants.finishingMs + 1_000);
    expect(await complete({ imageProcessor: images(made) })).toMatchObject({ ready: true });
    await expectPicture(made);
    stopped.goOn();
    await expect(first).rejects.toThrow(refused('upload-gone'));
    await expectPicture(made);
  });

  it.each([
    ['goes on', () => {}, 'upload-gone'],
    ['fails', () => fail(new Error('The disk is full.')), 'The disk is full.'],
    ['refuses it', () => fail(new AppError('picture-broken')), 'picture-broken'],
  ])('stays with who makes it now when that node %s', async (_what, then, told) => {
    const { clock, complete, expectPicture } = await scene();
    const [stopped, waiting] = [stop(), stop()];
    const back = images(mine, async () => {
      await stopped.here();
      then();
    });
    const first = complete({ imageProcessor: back });
    await stopped.reached;
    clock.advance(uploadConstants.finishingMs + 1_000);
    const second = complete({ imageProcessor: images(other, waiting.here) });
    await waiting.reached;
    stopped.goOn();
    await expect(first).rejects.toThrow(told in appErrors ? refused(told) : told);
    waiting.goOn();
    expect(await second).toMatchObject({ ready: true });
    await expectPicture(other);
  });

  it('is left by that node as soon as it looks', async () => {
    const { clock, complete } = await scene();
    const stopped = stop();
    const process: ImageProcessor['process'] = (_file, _folder, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('It was stopped.')));
        void stopped.here();
      });
    const first = complete({ imageProcessor: { process } });
    await stopped.reached;
    clock.advance(uploadConstants.finishingMs + 1_000);
    expect(await complete({ imageProcessor: images(other) })).toMatchObject({ ready: true });
    vi.advanceTimersByTime(uploadConstants.noteEveryMs);
    await expect(first).rejects.toThrow(refused('upload-gone'));
  });
});

it('a picture that waits for long in the line of a node that lives stays that node’s', async () => {
  const { id, clock, complete, follow, expectPicture } = await scene();
  const waiting = stop();
  const first = complete({ imageProcessor: images(mine, waiting.here) });
  await waiting.reached;
  const touched = async () => {
    const [row] = await database.db.select().from(uploads).where(eq(uploads.id, id));
    return row?.touchedAt.getTime();
  };
  for (let passed = 0; passed < 10 * 60_000; passed += uploadConstants.noteEveryMs) {
    clock.advance(uploadConstants.noteEveryMs);
    vi.advanceTimersByTime(uploadConstants.noteEveryMs);
    await expect.poll(touched).toBe(clock.now().getTime());
  }
  const impatient = images(other);
  expect(await follow({ imageProcessor: impatient })).toMatchObject({ ready: false, lost: false });
  expect(await complete({ imageProcessor: impatient })).toMatchObject({ ready: false });
  expect(impatient.process).not.toHaveBeenCalled();
  waiting.goOn();
  expect(await first).toMatchObject({ ready: true });
  await expectPicture(mine);
});

it('a picture that took long to keep comes after the files that were listed meanwhile', async () => {
  const { ctx, id, clock, complete } = await scene();
  const stopped = stop();
  const keep: Ctx['fileStore']['keep'] = async (name, from) => {
    await ctx.fileStore.keep(name, from);
    await stopped.here();
  };
  const first = complete({ imageProcessor: images(mine), fileStore: { ...ctx.fileStore, keep } });
  await stopped.reached;
  clock.advance(5_000);
  const listed = await createPicture(ctx, { userId: null });
  clock.advance(1);
  stopped.goOn();
  expect(await first).toMatchObject({ ready: true });
  const question = { removed: false, stored: null, limit: 1_000, newestFirst: false };
  const { files } = await listFiles(ctx, { ...question, from: null });
  const ids = files.map((file) => file.id).filter((one) => one === id || one === listed);
  expect(ids).toEqual([listed, id]);
});
