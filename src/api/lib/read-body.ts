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

/** The part of a stream's reader that is needed; `cancel` ends a read that waits. */
export type BodyReader = Pick<
  ReadableStreamDefaultReader<Uint8Array>,
  'read' | 'cancel' | 'releaseLock'
>;

type Read =
  | { bytes: Uint8Array<ArrayBuffer>; problem: null; ended: true }
  | { bytes: null; problem: BodyProblem; ended: boolean };

const firstBytes = 4 * 1024;

/** Reads a body to its end, or until it is clear that it cannot be used. */
export async function readBody(reader: BodyReader, options: Options): Promise<Read> {
  const { announced, bytesMax, readOnBytes } = options;
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
  let counted = 0;
  // Counted before it is taken: a body that is cut by its own growth takes no memory.
  function count(size: number): void {
    if (size > counted) memory?.add(size - counted);
    counted = Math.max(counted, size);
  }
  try {
    if (!large) count(Number(announced ?? 0));
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
        const needed = Math.max(counted, length + value.byteLength);
        const size = sizeFor(bytes.byteLength, needed, bytesMax);
        count(size);
        if (stopped) break;
        bytes = withSize(bytes, size);
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

/** How large the memory of a body has to be to hold `needed` bytes, with room to grow. */
function sizeFor(current: number, needed: number, max: number): number {
  if (needed <= current) return current;
  return Math.min(max, Math.max(firstBytes, current * 2, needed));
}

function withSize(bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  if (size === bytes.byteLength) return bytes;
  const grown = new Uint8Array(size);
  grown.set(bytes);
  return grown;
}
