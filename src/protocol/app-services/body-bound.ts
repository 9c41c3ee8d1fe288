import { createMiddleware } from 'hono/factory';
import { appSession as limits } from '#shared/limits.ts';
import { answer } from './answers.ts';
import type { Env } from './door.ts';

/**
 * Refuses requests with more than `bodyMaxBytes`. What is still sent is read on before the answer, up to a
 * bound: clients listen once they have sent all, and the next call of theirs comes by the same connection.
 */
export const bodyBound = createMiddleware<Env>(async (c, next) => {
  const { body, headers } = c.req.raw;
  if (!body) return next();
  const announced = headers.has('Transfer-Encoding') ? null : headers.get('Content-Length');
  if (announced !== null && Number(announced) <= limits.bodyMaxBytes) return next();
  const { pieces, ended } = await readBody(body);
  if (pieces) {
    c.req.raw = new Request(c.req.raw, { body: Buffer.concat(pieces) });
    return next();
  }
  if (!ended) c.header('Connection', 'close');
  return answer(c, 413, 'RequestTooLarge', 'the request is too large');
});

/** What was sent, null where that is too much; `ended` unless even more than is read on was sent. */
async function readBody(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  while (bytes <= limits.readOnBytes) {
    const { done, value } = await reader.read();
    if (done) return { pieces: bytes > limits.bodyMaxBytes ? null : pieces, ended: true };
    bytes += value.byteLength;
    if (bytes <= limits.bodyMaxBytes) pieces.push(value);
  }
  reader.releaseLock();
  return { pieces: null, ended: false };
}
