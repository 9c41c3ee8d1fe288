import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { uploadConstants } from '#shared/constants/uploads.ts';

/** Nothing, or too little, of a request came for too long. */
export class SilentBody extends Error {}

/**
 * Does `work` with the body of a request as it comes. When that is refused, what is still sent is read on
 * before the answer, up to a bound: browsers listen once they have sent all, and a connection that is
 * closed before takes the answer with it.
 * @throws SilentBody when nothing came for `silentMs`, and what `work` throws.
 */
export async function withBody<Result>(
  request: Request,
  silentMs: number,
  work: (body: AsyncIterable<Uint8Array>) => Promise<Result>,
): Promise<Result> {
  const { body: sent } = request;
  const body = sent ? Readable.fromWeb(sent as ReadableStream) : Readable.from([]);
  try {
    return await work(heard(body, silentMs));
  } catch (error) {
    await readOn(body, silentMs);
    throw error;
  }
}

/**
 * Ends a body of which fewer than `bytesPerSilence` come within `silentMs`. How long it takes to do
 * something with a piece does not count.
 */
async function* heard(body: Readable, silentMs: number): AsyncGenerator<Uint8Array> {
  let [waitedMs, bytes, began] = [0, 0, performance.now()];
  const wait = () =>
    setTimeout(() => body.destroy(new SilentBody()), Math.max(0, silentMs - waitedMs));
  let timer = wait();
  try {
    for await (const piece of body.iterator({ destroyOnReturn: false })) {
      clearTimeout(timer);
      waitedMs += performance.now() - began;
      bytes += piece.byteLength;
      if (bytes >= uploadConstants.bytesPerSilence) [waitedMs, bytes] = [0, 0];
      yield piece;
      began = performance.now();
      timer = wait();
    }
  } finally {
    clearTimeout(timer);
  }
}

async function readOn(body: Readable, silentMs: number): Promise<void> {
  if (body.destroyed || body.readableEnded) return;
  const enough = setTimeout(() => body.destroy(), uploadConstants.readOnMs);
  let left = uploadConstants.bytesMax + uploadConstants.formBytesMax;
  try {
    for await (const { byteLength } of heard(body, silentMs)) {
      left -= byteLength;
      if (left < 0) break;
    }
  } catch {
    // Whoever was silent or has left is not kept from the answer.
  } finally {
    clearTimeout(enough);
    body.destroy();
  }
}
