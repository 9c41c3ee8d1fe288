import type { TrackedBody } from './body-bytes-budget.ts';
import { drainBody } from './drain-body.ts';

/** Why a body could not be read. */
export type BodyProblem = 'broken' | 'slow' | 'large' | 'crowded';

interface Options {
  /** The Content-Length header; null if the request has none. */
  contentLength: string | null;
  bytesMax: number;
  drainBytes: number;
  timeoutMs: number;
  trackBody(abort: () => void): TrackedBody | undefined;
}

/** The part of a stream reader that is needed here. `cancel` ends a pending read. */
export type BodyReader = Pick<
  ReadableStreamDefaultReader<Uint8Array>,
  'read' | 'cancel' | 'releaseLock'
>;

type ReadResult =
  | { bytes: Uint8Array<ArrayBuffer>; problem: null; ended: true }
  | { bytes: null; problem: BodyProblem; ended: boolean };

const initialBytes = 4 * 1024;

/** Reads a body to its end, or until it exceeds a limit or fails. */
export async function readBody(reader: BodyReader, options: Options): Promise<ReadResult> {
  const { contentLength, bytesMax, drainBytes } = options;
  let stopped: BodyProblem | null = null;
  function stop(problem: BodyProblem): void {
    stopped ??= problem;
    // This also ends a pending read.
    reader.cancel().catch(() => undefined);
  }
  const trackedBody = options.trackBody(() => stop('crowded'));
  const timer = setTimeout(() => stop('slow'), options.timeoutMs);
  const isAnnouncedLarge = contentLength !== null && Number(contentLength) > bytesMax;
  let length = 0;
  // One growing buffer: a body can arrive as a hundred thousand chunks of one byte.
  let bytes = new Uint8Array(0);
  let counted = 0;
  // Memory is counted before it is allocated, so a body that exceeds the budget allocates nothing.
  function countMemory(size: number): void {
    if (size > counted) trackedBody?.add(size - counted);
    counted = Math.max(counted, size);
  }
  async function rejectLarge(): Promise<ReadResult> {
    bytes = new Uint8Array(0);
    trackedBody?.release();
    const drained = await drainBody(readChunks(reader), drainBytes - length);
    return { bytes: null, problem: stopped ?? 'large', ended: drained && stopped === null };
  }
  try {
    if (isAnnouncedLarge) return await rejectLarge();
    countMemory(Number(contentLength ?? 0));
    while (!stopped) {
      const { done, value } = await reader.read();
      if (stopped) break;
      if (done) return { bytes: bytes.subarray(0, length), problem: null, ended: true };
      const newLength = length + value.byteLength;
      if (newLength <= bytesMax) {
        const size = computeBufferSize(bytes.byteLength, Math.max(counted, newLength), bytesMax);
        countMemory(size);
        if (stopped) break;
        bytes = resizeBuffer(bytes, size);
        bytes.set(value, length);
      }
      length = newLength;
      if (length > bytesMax) return await rejectLarge();
    }
    return { bytes: null, problem: stopped ?? 'broken', ended: false };
  } catch {
    return { bytes: null, problem: stopped ?? 'broken', ended: false };
  } finally {
    clearTimeout(timer);
    trackedBody?.release();
    reader.releaseLock();
  }
}

async function* readChunks(reader: BodyReader): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/** The size of a buffer for `needed` bytes, with space to grow. */
function computeBufferSize(current: number, needed: number, max: number): number {
  if (needed <= current) return current;
  return Math.min(max, Math.max(initialBytes, current * 2, needed));
}

function resizeBuffer(bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  if (size === bytes.byteLength) return bytes;
  const grown = new Uint8Array(size);
  grown.set(bytes);
  return grown;
}
