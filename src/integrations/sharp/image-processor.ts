import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import type {
  ImageProcessor,
  ProcessedFile,
  ProcessedPicture,
} from '#domain/gallery/processing/image-processor.ts';
import { pictureConstants } from '#shared/constants/gallery.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { runReader } from './run-image-worker.ts';
import { fileNames, type Size } from './worker-protocol.ts';

interface Options {
  /** The absolute path of `reader.ts`. */
  script: string;
  /** Bytes of the process that reads a picture; one on its way to more is stopped. */
  memoryMax?: number;
  /** Milliseconds that one picture may take. */
  timeMax?: number;
  /** Pictures that wait for their turn; another is refused. */
  waitingMax?: number;
}

/** What a picture of `pixelsMax` needs in every ordinary form; see bench/pictures.ts. */
const memoryMaxDefault = 400 * 1024 * 1024;

/** Makes pictures of what players send, one at a time, each in a process of its own. */
export function createImageProcessor({
  script,
  memoryMax = memoryMaxDefault,
  timeMax = 30_000,
  waitingMax = 20,
}: Options): ImageProcessor {
  const inTurn = pLimit(1);
  const bounds = { ...pictureConstants, memoryMax };

  async function make(file: string, into: string, signal?: AbortSignal): Promise<ProcessedPicture> {
    signal?.throwIfAborted();
    // A folder of its own takes whatever a stopped process leaves.
    const own = await mkdtemp(path.join(into, 'making-'));
    try {
      const told = await runReader({ script, file, folder: own, bounds, timeMax, signal });
      if ('refused' in told) throw new AppError(told.refused);
      const full = await take(path.join(own, fileNames.full), into, told.full);
      const thumbnail = await take(path.join(own, fileNames.thumbnail), into, told.thumbnail).catch(
        async (error: unknown) => {
          await rm(full.path, { force: true });
          throw error;
        },
      );
      return { kind: `image/${told.format}`, full, thumbnail };
    } finally {
      await rm(own, { recursive: true, force: true, maxRetries: 3 });
    }
  }

  return {
    async process(file, folder, signal) {
      if (inTurn.pendingCount >= waitingMax) throw new AppError('pictures-busy');
      return inTurn(make, path.resolve(file), path.resolve(folder), signal);
    },
  };
}

/** Moves a made file to its reader, under a name that says nothing. */
async function take(made: string, into: string, { width, height }: Size): Promise<ProcessedFile> {
  const content = await readFile(made);
  const hash = createHash('sha256').update(content).digest('hex');
  const file = path.join(into, `${randomUUID()}.webp`);
  await rename(made, file);
  return { path: file, width, height, bytes: content.byteLength, hash };
}
