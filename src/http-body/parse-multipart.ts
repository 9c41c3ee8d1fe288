import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { AppError, isAppError } from '#shared/errors/app-error.ts';
import { StalledBodyError } from './stalled-body.ts';

/** Besides its file, a form has only a few short fields. */
const parserLimits = { fields: 60, fieldSize: 4096, fieldNameSize: 100, files: 1, headerPairs: 20 };

/** The form of a request cannot be parsed. */
export class MalformedFormError extends Error {}

export interface UploadForm<File> {
  /** The first value of each name. */
  fields: ReadonlyMap<string, string>;
  /** The first file; null if the form has none. */
  file: { field: string; name: string; received: File } | null;
}

interface SentForm {
  /** The Content-Type header. */
  type: string;
  body: AsyncIterable<Uint8Array>;
}

interface ParseOptions<File> {
  bytesMax: number;
  /** Stores the file. It gets the fields that came before the file. */
  receive: (stream: Readable, before: ReadonlyMap<string, string>) => Promise<File>;
  /** Aborts the parsing with its reason. */
  signal?: AbortSignal;
}

/**
 * Parses a form while it arrives. `receive` stores the file; only the fields stay in memory. Parsing stops
 * with the error of `receive` as soon as that fails.
 * @throws MalformedFormError, AppError `upload-bytes` if more than `bytesMax` bytes arrived in total, the
 * errors of the body itself, and the reason of `signal`.
 */
export async function parseForm<File>(
  { type, body }: SentForm,
  { bytesMax, receive, signal }: ParseOptions<File>,
): Promise<UploadForm<File>> {
  const parser = createParser(type);
  const fields = new Map<string, string>();
  const stop = new AbortController();
  let file: Promise<UploadForm<File>['file']> = Promise.resolve(null);
  const failures: unknown[] = [];
  const streams: Readable[] = [];

  parser.on('field', (name, value, _cutName, cutValue) => {
    if (!cutValue && !fields.has(name)) fields.set(name, value);
  });
  parser.on('file', (field, stream, name) => {
    streams.push(stream);
    // Without a listener, an error before `receive` reads the stream would end the process.
    stream.on('error', () => undefined);
    file = receive(stream, fields).then((received) => ({ field, name: name ?? '', received }));
    file.catch((error: unknown) => {
      failures.push(error);
      stop.abort();
      // If all of the body has arrived already, only the parser still waits: for a file that nobody reads.
      parser.destroy();
    });
  });
  try {
    const abort = AbortSignal.any(signal ? [stop.signal, signal] : [stop.signal]);
    await pipeline(chunksUntil(abort, body), createByteLimit(bytesMax), parser);
  } catch (error) {
    // The parser does not end the file's stream when it fails.
    for (const stream of streams) stream.destroy(error instanceof Error ? error : undefined);
    await file.catch(() => undefined);
    signal?.throwIfAborted();
    const first = failures.at(0) ?? error;
    // A full disk is not an error of the form.
    const isSystemError = first instanceof Error && 'syscall' in first;
    if (isAppError(first) || first instanceof StalledBodyError || isSystemError) throw first;
    throw new MalformedFormError('', { cause: first });
  }
  return { fields, file: await file };
}

/**
 * The chunks of `body` until `signal` is aborted, even while the next chunk is pending. A pipeline with its
 * own signal cannot be used: it throws later errors of its source outside of any promise.
 */
async function* chunksUntil(signal: AbortSignal, body: AsyncIterable<Uint8Array>) {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  ended.catch(() => undefined);
  signal.addEventListener('abort', () => reject(signal.reason));
  const chunks = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = chunks.next();
      // After an abort nobody awaits this promise, so its rejection must be handled here.
      next.catch(() => undefined);
      const { done, value } = await Promise.race([next, ended]);
      if (done) return;
      yield value;
    }
  } finally {
    chunks.return?.().catch(() => undefined);
  }
}

function createParser(type: string): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': type } as BusboyHeaders, limits: parserLimits });
  } catch {
    throw new MalformedFormError();
  }
}

/** Passes bytes through; fails with AppError `upload-bytes` above `bytesMax`. */
function createByteLimit(bytesMax: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.byteLength;
      if (bytes > bytesMax) done(new AppError('upload-bytes'));
      else done(null, chunk);
    },
  });
}
