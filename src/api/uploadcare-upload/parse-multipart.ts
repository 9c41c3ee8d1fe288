import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { AppError, isAppError } from '#shared/errors/app-error.ts';
import { SilentBody } from './stalled-body.ts';

/** Beside the file a form has some short words. */
const limits = { fields: 60, fieldSize: 4096, fieldNameSize: 100, files: 1, headerPairs: 20 };

/** The form of a request cannot be read. */
export class BrokenForm extends Error {}

export interface UploadForm<File> {
  /** The first value of each name. */
  fields: ReadonlyMap<string, string>;
  /** The first file; null where there is none. */
  file: { field: string; name: string; received: File } | null;
}

interface SentForm {
  /** What the request says its content is. */
  type: string;
  body: AsyncIterable<Uint8Array>;
}

interface Reading<File> {
  bytesMax: number;
  /** Given the fields that came before the file. */
  receive: (stream: Readable, before: ReadonlyMap<string, string>) => Promise<File>;
  /** Ends the reading with its reason. */
  signal?: AbortSignal;
}

/**
 * Reads a form as it comes: what `receive` makes of its file, and the fields before and after. Nothing
 * of it is kept in memory but the fields. Ends as soon as `receive` fails, and with what that threw.
 * @throws BrokenForm, Refusal `upload-bytes` when more than `bytesMax` came in all, what the body throws
 * of its own, and the reason of `signal`.
 */
export async function readForm<File>(
  { type, body }: SentForm,
  { bytesMax, receive, signal }: Reading<File>,
): Promise<UploadForm<File>> {
  const parser = open(type);
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
    file = receive(stream, fields).then((received) => ({ field, name: name ?? '', received }));
    file.catch((error: unknown) => {
      failures.push(error);
      stop.abort();
    });
  });
  try {
    const ends = AbortSignal.any(signal ? [stop.signal, signal] : [stop.signal]);
    await pipeline(piecesUntil(ends, body), bounded(bytesMax), parser);
  } catch (error) {
    // The parser does not tell the file's reader that no more will come.
    for (const stream of streams) stream.destroy(error instanceof Error ? error : undefined);
    await file.catch(() => undefined);
    signal?.throwIfAborted();
    const first = failures.at(0) ?? error;
    // A disk that is full is no fault of the form.
    const ours = first instanceof Error && 'syscall' in first;
    if (isAppError(first) || first instanceof SilentBody || ours) throw first;
    throw new BrokenForm('', { cause: first });
  }
  return { fields, file: await file };
}

/**
 * The pieces of `body` until `signal` is aborted, also while the next one does not come. A pipeline that is
 * aborted by a signal of its own throws a later failure of its source outside of every promise.
 */
async function* piecesUntil(signal: AbortSignal, body: AsyncIterable<Uint8Array>) {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  ended.catch(() => undefined);
  signal.addEventListener('abort', () => reject(signal.reason));
  const pieces = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = pieces.next();
      // When it is not waited for any more, its failure is nobody's.
      next.catch(() => undefined);
      const { done, value } = await Promise.race([next, ended]);
      if (done) return;
      yield value;
    }
  } finally {
    pieces.return?.().catch(() => undefined);
  }
}

function open(type: string): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': type } as BusboyHeaders, limits });
  } catch {
    throw new BrokenForm();
  }
}

function bounded(bytesMax: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      bytes += piece.byteLength;
      if (bytes > bytesMax) done(new AppError('upload-bytes'));
      else done(null, piece);
    },
  });
}
