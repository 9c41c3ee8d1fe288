import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { uploadConstants } from '#shared/constants/gallery/uploads.ts';
import { drainBody } from './drain-body.ts';

/** A request sent nothing, or too little, for too long. */
export class StalledBodyError extends Error {}

/**
 * Runs `work` with the body of a request while it arrives. If `work` fails, the rest of the body is read
 * before the response, up to a limit: browsers read the response only after they have sent everything.
 * @throws StalledBodyError if nothing arrived for `stallTimeoutMs`; also the errors of `work`.
 */
export async function processBody<Result>(
  request: Request,
  stallTimeoutMs: number,
  work: (body: AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  const { body: webStream } = request;
  const body = webStream ? Readable.fromWeb(webStream as ReadableStream) : Readable.from([]);
  try {
    return await work(detectStalls(body, stallTimeoutMs));
  } catch (error) {
    await drain(body, stallTimeoutMs);
    throw error;
  }
}

/**
 * Passes on a body. It ends the body if fewer than `bytesPerStallTimeout` bytes arrive within
 * `stallTimeoutMs`. The time to process a chunk does not count.
 */
async function* detectStalls(body: Readable, stallTimeoutMs: number): AsyncGenerator<Uint8Array> {
  let [waitedMs, bytes, startedAt] = [0, 0, performance.now()];
  const startTimer = () =>
    setTimeout(() => body.destroy(new StalledBodyError()), Math.max(0, stallTimeoutMs - waitedMs));
  let timer = startTimer();
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      clearTimeout(timer);
      waitedMs += performance.now() - startedAt;
      bytes += chunk.byteLength;
      if (bytes >= uploadConstants.bytesPerStallTimeout) [waitedMs, bytes] = [0, 0];
      yield chunk;
      startedAt = performance.now();
      timer = startTimer();
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Drains the rest of a body within a limit of time. Never throws. */
async function drain(body: Readable, stallTimeoutMs: number): Promise<void> {
  if (body.destroyed || body.readableEnded) return;
  const timer = setTimeout(() => body.destroy(), uploadConstants.drainMs);
  try {
    const bytesMax = uploadConstants.bytesMax + uploadConstants.formBytesMax;
    await drainBody(detectStalls(body, stallTimeoutMs), bytesMax);
  } catch {
    // The response is sent in any case.
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
}
