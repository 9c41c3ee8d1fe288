import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { AppError, isAppError } from '#shared/errors/app-error.ts';
import { StalledBodyError } from './stalled-body.ts';

/** How many fields and files a form may have, and the size of each field. Those beyond it are errors. */
export interface FormLimits {
  fields: number;
  fieldSize: number;
  files: number;
}

/** Besides its file, a form has only a few short fields. Those beyond it are left out. */
const fewFields: FormLimits = { fields: 60, fieldSize: 4096, files: 1 };

interface FormFile<File> {
  field: string;
  /** As its sender named it. */
  name: string;
  type: string;
  received: File;
}

/** The form of a request cannot be parsed. */
export class MalformedFormError extends Error {}

export interface UploadForm<File> {
  /** The first value of each name. */
  fields: ReadonlyMap<string, string>;
  files: FormFile<File>[];
}

interface SentForm {
  /** The Content-Type header. */
  type: string;
  body: AsyncIterable<Uint8Array>;
}

interface ParseOptions<File> {
  bytesMax: number;
  limits?: FormLimits | undefined;
  /** Gets each field when it has arrived. */
  onField?: (name: string, value: string) => void;
  /** Stores a file. It gets the fields that came before the file. */
  receive: (stream: Readable, before: ReadonlyMap<string, string>) => Promise<File>;
  /** Aborts the parsing with its reason. */
  signal?: AbortSignal;
}

/**
 * Parses a form while it arrives. `receive` stores its files; only the fields stay in memory. Parsing stops
 * with the error of `receive` as soon as that fails.
 * @throws MalformedFormError, AppError `upload-bytes` if more than `bytesMax` bytes arrived in total or the form
 * exceeds `limits`, the errors of the body itself, and the reason of `signal`.
 */
export async function parseForm<File>(
  { type, body }: SentForm,
  { bytesMax, limits, onField, receive, signal }: ParseOptions<File>,
): Promise<UploadForm<File>> {
  const parser = createParser(type, limits ?? fewFields);
  const fields = new Map<string, string>();
  const stop = new AbortController();
  const files: Promise<FormFile<File>>[] = [];
  const failures: unknown[] = [];
  const streams: Readable[] = [];

  function fail(error: unknown): void {
    failures.push(error);
    stop.abort();
    // If all of the body has arrived already, only the parser still waits: for a file that nobody reads.
    parser.destroy();
  }
  const exceed = () => limits && fail(new AppError('upload-bytes'));

  parser.on('fieldsLimit', exceed);
  parser.on('filesLimit', exceed);
  parser.on('field', (name, value, _cutName, cutValue) => {
    if (cutValue) return exceed();
    onField?.(name, value);
    if (!fields.has(name)) fields.set(name, value);
  });
  parser.on('file', (field, stream, name, _encoding, type) => {
    streams.push(stream);
    // Without a listener, an error before `receive` reads the stream would end the process.
    stream.on('error', () => undefined);
    const file = receive(stream, fields).then((received) => ({
      ...{ field, name: name ?? '', type, received },
    }));
    file.catch(fail);
    files.push(file);
  });
  try {
    const abort = AbortSignal.any(signal ? [stop.signal, signal] : [stop.signal]);
    await pipeline(chunksUntil(abort, body), createByteLimit(bytesMax), parser);
  } catch (error) {
    // The parser does not end the streams of files when it fails.
    for (const stream of streams) stream.destroy(error instanceof Error ? error : undefined);
    await Promise.allSettled(files);
    signal?.throwIfAborted();
    const first = failures.at(0) ?? error;
    // A full disk is not an error of the form.
    const isSystemError = first instanceof Error && 'syscall' in first;
    if (isAppError(first) || first instanceof StalledBodyError || isSystemError) throw first;
    throw new MalformedFormError('', { cause: first });
  }
  return { fields, files: await Promise.all(files) };
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

function createParser(type: string, limits: FormLimits): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': type } as BusboyHeaders,
      limits: { ...limits, fieldNameSize: 100, headerPairs: 20 },
    });
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
