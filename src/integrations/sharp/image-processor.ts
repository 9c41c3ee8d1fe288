import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type {
  ImageProcessor,
  PictureShape,
  ProcessedFile,
  ProcessedPicture,
} from '#domain/gallery/processing/image-processor.ts';
import { pictureConstants } from '#shared/constants/gallery/gallery.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { createFairQueue } from '../lib/fair-queue.ts';
import { runImageWorker } from './run-image-worker.ts';
import { type ImageSize, workerFileNames } from './worker-protocol.ts';

interface Options {
  /** The absolute path of `image-worker.ts`. */
  script: string;
  /** Runs the script for one picture: in a process of its own, unless a test says otherwise. */
  run?: typeof runImageWorker;
  /** The memory of the image worker in bytes. A worker that exceeds it is stopped. */
  memoryMax?: number;
  /** Milliseconds that one picture may take. */
  timeMax?: number;
  /** How many pictures may wait; further ones are rejected. */
  waitingMax?: number;
}

/** Enough for a picture of `pixelsMax` in every ordinary format; see bench/picture-uploads.ts. */
const memoryMaxDefault = 400 * 1024 * 1024;

/** Processes pictures of players, one at a time, each in its own worker process. */
export function createImageProcessor({
  script,
  run = runImageWorker,
  memoryMax = memoryMaxDefault,
  timeMax = 30_000,
  waitingMax = 20,
}: Options): ImageProcessor {
  const queue = createFairQueue({
    parallel: 1,
    waiting: { total: waitingMax, perAddress: waitingMax, perAccount: waitingMax },
    createError: () => new AppError('pictures-busy'),
  });
  const bounds = { ...pictureConstants, memoryMax };

  async function generateSizes(
    file: string,
    target: string,
    signal?: AbortSignal,
    shape?: PictureShape,
  ): Promise<ProcessedPicture> {
    signal?.throwIfAborted();
    // The worker writes into a folder of its own. If it is stopped, its unfinished files are deleted with it.
    const workDir = await mkdtemp(path.join(target, 'making-'));
    try {
      const result = await run({
        script,
        file,
        folder: workDir,
        bounds: { ...bounds, shape },
        timeMax,
        signal,
      });
      if ('refused' in result) throw new AppError(result.refused);
      const full = await moveToCaller(
        path.join(workDir, workerFileNames.full),
        target,
        result.full,
      );
      const thumbnail = await moveToCaller(
        path.join(workDir, workerFileNames.thumbnail),
        target,
        result.thumbnail,
      ).catch(async (error: unknown) => {
        await rm(full.path, { force: true });
        throw error;
      });
      return { kind: `image/${result.format}`, full, thumbnail };
    } finally {
      await rm(workDir, { recursive: true, force: true, maxRetries: 3 });
    }
  }

  return {
    async process(file, folder, signal, shape, sender = { address: '', account: '' }) {
      const [source, target] = [path.resolve(file), path.resolve(folder)];
      return queue(sender, () => generateSizes(source, target, signal, shape));
    },
  };
}

/** Moves a generated file to the caller's folder under a random name. */
async function moveToCaller(
  source: string,
  target: string,
  { width, height }: ImageSize,
): Promise<ProcessedFile> {
  const content = await readFile(source);
  const hash = createHash('sha256').update(content).digest('hex');
  const file = path.join(target, `${randomUUID()}.webp`);
  await rename(source, file);
  return { path: file, width, height, bytes: content.byteLength, hash };
}
