import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { isRefusal, Refusal } from '#shared/refusals.ts';
import { SilentBody } from './body.ts';

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

/**
 * Reads a form as it comes: what `receive` makes of its file, and the fields before and after. Nothing
 * of it is kept in memory but the fields. Ends as soon as `receive` fails, and with what that threw.
 * @throws BrokenForm, Refusal `upload-bytes` when more than `bytesMax` came in all, and what the body
 * throws of its own.
 */
export async function readForm<File>(
  { type, body }: SentForm,
  { bytesMax, receive }: { bytesMax: number; receive: (stream: Readable) => Promise<File> },
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
    file = receive(stream).then((received) => ({ field, name: name ?? '', received }));
    file.catch((error: unknown) => {
      failures.push(error);
      stop.abort();
    });
  });
  try {
    await pipeline(body, bounded(bytesMax), parser, { signal: stop.signal });
  } catch (error) {
    // The parser does not tell the file's reader that no more will come.
    for (const stream of streams) stream.destroy(error instanceof Error ? error : undefined);
    await file.catch(() => undefined);
    const first = failures.at(0) ?? error;
    // A disk that is full is no fault of the form.
    const ours = first instanceof Error && 'syscall' in first;
    if (isRefusal(first) || first instanceof SilentBody || ours) throw first;
    throw new BrokenForm('', { cause: first });
  }
  return { fields, file: await file };
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
      if (bytes > bytesMax) done(new Refusal('upload-bytes'));
      else done(null, piece);
    },
  });
}
