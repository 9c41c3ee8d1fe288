import type { BodyMemory } from './body-budget.ts';

/** Why a body could not be read. */
export type BodyProblem = 'broken' | 'slow' | 'large' | 'crowded';

interface Options {
  /** The length that the request gave, where it gave one. */
  announced: string | null;
  bytesMax: number;
  readOnBytes: number;
  ms: number;
  memory(cut: () => void): BodyMemory | undefined;
}

type Read =
  | { bytes: Uint8Array<ArrayBuffer>; problem: null; ended: true }
  | { bytes: null; problem: BodyProblem; ended: boolean };

const firstBytes = 4 * 1024;

/** Reads a body to its end, or until it is clear that it cannot be used. */
export async function readBody(body: ReadableStream<Uint8Array>, options: Options): Promise<Read> {
  const { announced, bytesMax, readOnBytes } = options;
  const reader = body.getReader();
  let stopped: BodyProblem | null = null;
  function stop(problem: BodyProblem): void {
    stopped ??= problem;
    // A read that waits ends with this.
    reader.cancel().catch(() => undefined);
  }
  const memory = options.memory(() => stop('crowded'));
  const timer = setTimeout(() => stop('slow'), options.ms);
  let large = announced !== null && Number(announced) > bytesMax;
  let length = 0;
  // One piece of memory: a body can arrive as a hundred thousand pieces of one byte.
  let bytes = new Uint8Array(0);
  try {
    while (!stopped && !(large && length >= readOnBytes)) {
      const { done, value } = await reader.read();
      if (stopped) break;
      if (done && large) return { bytes: null, problem: 'large', ended: true };
      if (done) return { bytes: bytes.subarray(0, length), problem: null, ended: true };
      large ||= length + value.byteLength > bytesMax;
      if (large) {
        bytes = new Uint8Array(0);
        memory?.end();
      } else {
        const needed = Math.max(Number(announced ?? 0), length + value.byteLength);
        const grown = room(bytes, needed, bytesMax);
        memory?.add(grown.byteLength - bytes.byteLength);
        bytes = grown;
        bytes.set(value, length);
      }
      length += value.byteLength;
    }
    return { bytes: null, problem: stopped ?? 'large', ended: false };
  } catch {
    return { bytes: null, problem: stopped ?? 'broken', ended: false };
  } finally {
    clearTimeout(timer);
    memory?.end();
    reader.releaseLock();
  }
}

/** `bytes`, or a larger copy where `needed` do not fit. */
function room(bytes: Uint8Array<ArrayBuffer>, needed: number, max: number) {
  if (needed <= bytes.byteLength) return bytes;
  const grown = new Uint8Array(Math.min(max, Math.max(firstBytes, bytes.byteLength * 2, needed)));
  grown.set(bytes);
  return grown;
}
