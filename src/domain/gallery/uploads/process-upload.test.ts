import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { uploads } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { uploadConstants } from '#shared/constants/gallery/uploads.ts';
import { AppError, appErrors } from '#shared/errors/app-error.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPicture } from '#test/fixtures/gallery.ts';
import {
  createBreakpoint,
  createImageProcessor,
  useCompletedParts,
} from '#test/fixtures/picture-processing.ts';
import { listFiles } from '../file-rest-api/list-service-files.ts';
import type { ImageProcessor } from '../processing/image-processor.ts';

const database = useDatabase();
const createFixture = useCompletedParts(database);

// Fake timers, so that a node shows progress when the test advances the time and not when the
// machine is slow.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

const appErrorWithCode = (code: string) => expect.objectContaining({ name: 'AppError', code });
const fail = (error: Error): never => {
  throw error;
};
const [firstContent, secondContent] = [randomBytes(300), randomBytes(400)];

describe('a picture whose node stopped while it processed it', () => {
  it('is processed by another node after a while, and only once when two nodes try', async () => {
    const { clock, complete, expectPicture } = await createFixture();
    const stopped = createBreakpoint();
    void complete({
      gallery: { imageProcessor: createImageProcessor(firstContent, stopped.here) },
    });
    await stopped.reached;
    clock.advance(uploadConstants.finishingLeaseMs - 1_000);
    const later = createImageProcessor(secondContent);
    expect(await complete({ gallery: { imageProcessor: later } })).toMatchObject({
      ready: false,
      lost: false,
    });
    clock.advance(2_000);
    const both = [
      complete({ gallery: { imageProcessor: later } }),
      complete({ gallery: { imageProcessor: later } }),
    ];
    expect((await Promise.all(both)).map(({ ready }) => ready)).toContain(true);
    expect(later.process).toHaveBeenCalledTimes(1);
    await expectPicture(secondContent);
  });

  it('is processed when a client only polls the state', async () => {
    const { clock, complete, follow, expectPicture } = await createFixture();
    const stopped = createBreakpoint();
    void complete({
      gallery: { imageProcessor: createImageProcessor(firstContent, stopped.here) },
    });
    await stopped.reached;
    expect(await follow()).toMatchObject({ ready: false });
    clock.advance(uploadConstants.finishingLeaseMs + 1_000);
    const busy = createImageProcessor(secondContent, async () => {
      throw new AppError('pictures-busy');
    });
    // The next poll tries again.
    expect(await follow({ gallery: { imageProcessor: busy } })).toMatchObject({ ready: false });
    expect(
      await follow({ gallery: { imageProcessor: createImageProcessor(secondContent) } }),
    ).toMatchObject({
      ready: true,
    });
    await expectPicture(secondContent);
  });

  it.each([
    ['before it made the picture', secondContent],
    ['before it made the identical picture', firstContent],
  ])(
    'is not changed when the first node comes back, which had stopped %s',
    async (_when, content) => {
      const { clock, complete, expectPicture } = await createFixture();
      const stopped = createBreakpoint();
      const first = complete({
        gallery: { imageProcessor: createImageProcessor(firstContent, stopped.here) },
      });
      await stopped.reached;
      clock.advance(uploadConstants.finishingLeaseMs + 1_000);
      expect(
        await complete({ gallery: { imageProcessor: createImageProcessor(content) } }),
      ).toMatchObject({
        ready: true,
      });
      stopped.goOn();
      await expect(first).rejects.toThrow(appErrorWithCode('upload-gone'));
      await expectPicture(content);
    },
  );

  it.each([
    ['another picture', secondContent],
    ['the identical picture', firstContent],
  ])(
    'leaves no extra file when the first node stopped while saving and %s is made',
    async (_what, content) => {
      const { ctx, clock, complete, listStoredFiles, expectPicture } = await createFixture();
      const stopped = createBreakpoint();
      const save: Ctx['gallery']['fileStore']['save'] = async (name, from) => {
        await ctx.gallery.fileStore.save(name, from);
        await stopped.here();
      };
      const first = complete({
        gallery: {
          imageProcessor: createImageProcessor(firstContent),
          fileStore: { ...ctx.gallery.fileStore, save },
        },
      });
      await stopped.reached;
      expect(await listStoredFiles()).toHaveLength(3);
      clock.advance(uploadConstants.finishingLeaseMs + 1_000);
      expect(
        await complete({ gallery: { imageProcessor: createImageProcessor(content) } }),
      ).toMatchObject({
        ready: true,
      });
      await expectPicture(content);
      stopped.goOn();
      await expect(first).rejects.toThrow(appErrorWithCode('upload-gone'));
      await expectPicture(content);
    },
  );

  it.each([
    ['continues', () => {}, 'upload-gone'],
    ['fails', () => fail(new Error('The disk is full.')), 'The disk is full.'],
    ['rejects the picture', () => fail(new AppError('picture-broken')), 'picture-broken'],
  ])('stays with the second node when the first node %s', async (_what, then, message) => {
    const { clock, complete, expectPicture } = await createFixture();
    const [stopped, waiting] = [createBreakpoint(), createBreakpoint()];
    const back = createImageProcessor(firstContent, async () => {
      await stopped.here();
      then();
    });
    const first = complete({ gallery: { imageProcessor: back } });
    await stopped.reached;
    clock.advance(uploadConstants.finishingLeaseMs + 1_000);
    const second = complete({
      gallery: { imageProcessor: createImageProcessor(secondContent, waiting.here) },
    });
    await waiting.reached;
    stopped.goOn();
    await expect(first).rejects.toThrow(message in appErrors ? appErrorWithCode(message) : message);
    waiting.goOn();
    expect(await second).toMatchObject({ ready: true });
    await expectPicture(secondContent);
  });

  it('is given up by the first node at its next progress update', async () => {
    const { clock, complete } = await createFixture();
    const stopped = createBreakpoint();
    const process: ImageProcessor['process'] = (_file, _folder, signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('It was stopped.')));
        void stopped.here();
      });
    const first = complete({ gallery: { imageProcessor: { process } } });
    await stopped.reached;
    clock.advance(uploadConstants.finishingLeaseMs + 1_000);
    expect(
      await complete({ gallery: { imageProcessor: createImageProcessor(secondContent) } }),
    ).toMatchObject({
      ready: true,
    });
    vi.advanceTimersByTime(uploadConstants.progressEveryMs);
    await expect(first).rejects.toThrow(appErrorWithCode('upload-gone'));
  });
});

it('a picture that waits long in the queue of a running node stays with that node', async () => {
  const { id, clock, complete, follow, expectPicture } = await createFixture();
  const waiting = createBreakpoint();
  const first = complete({
    gallery: { imageProcessor: createImageProcessor(firstContent, waiting.here) },
  });
  await waiting.reached;
  const touched = async () => {
    const [row] = await database.db.select().from(uploads).where(eq(uploads.id, id));
    return row?.touchedAt.getTime();
  };
  for (let passed = 0; passed < 10 * 60_000; passed += uploadConstants.progressEveryMs) {
    clock.advance(uploadConstants.progressEveryMs);
    vi.advanceTimersByTime(uploadConstants.progressEveryMs);
    await expect.poll(touched).toBe(clock.now().getTime());
  }
  const impatient = createImageProcessor(secondContent);
  expect(await follow({ gallery: { imageProcessor: impatient } })).toMatchObject({
    ready: false,
    lost: false,
  });
  expect(await complete({ gallery: { imageProcessor: impatient } })).toMatchObject({
    ready: false,
  });
  expect(impatient.process).not.toHaveBeenCalled();
  waiting.goOn();
  expect(await first).toMatchObject({ ready: true });
  await expectPicture(firstContent);
});

it('a picture that took long to save comes after files that were listed meanwhile', async () => {
  const { ctx, id, clock, complete } = await createFixture();
  const stopped = createBreakpoint();
  const save: Ctx['gallery']['fileStore']['save'] = async (name, from) => {
    await ctx.gallery.fileStore.save(name, from);
    await stopped.here();
  };
  const first = complete({
    gallery: {
      imageProcessor: createImageProcessor(firstContent),
      fileStore: { ...ctx.gallery.fileStore, save },
    },
  });
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
