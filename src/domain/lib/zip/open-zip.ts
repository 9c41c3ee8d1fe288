import { stat } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { isAppError } from '#shared/errors/app-error.ts';
import { checkZipEntry } from './check-zip-entry.ts';
import type { ZipRules } from './zip-rules.ts';

/** A file of a zip whose name, kind and size were checked. */
export interface ZipEntry {
  path: string;
  /** Its size when it is unpacked. */
  bytes: number;
  /** Unpacks it. What is unpacked is counted and compared with its checksum: the directory of a zip can be wrong. */
  read(): AsyncGenerator<Buffer, void>;
}

/**
 * Opens a zip that somebody sent. Every entry is checked before the first one is unpacked. `work` gets the files;
 * the zip is closed when it has ended.
 * @throws AppError of the rules, also while a file is read.
 */
export async function openZip<Result>(
  zipPath: string,
  rules: ZipRules,
  work: (entries: readonly ZipEntry[]) => Promise<Result>,
): Promise<Result> {
  const { size } = await stat(zipPath);
  const options = { autoClose: false, decodeStrings: false, validateEntrySizes: true };
  const zip = await readFromZip(yauzl.openPromise(zipPath, options), rules);
  try {
    const checked = await listFiles(zip, size, rules);
    return await work(
      checked.map(({ entry, path }) => ({
        path,
        bytes: entry.uncompressedSize,
        read: () => readEntry(zip, { entry, path }, rules),
      })),
    );
  } finally {
    zip.close();
  }
}

async function* readEntry(zip: ZipFile, { entry, path }: CheckedEntry, rules: ZipRules) {
  const stream = await readFromZip(zip.openReadStreamPromise(entry), rules);
  let [bytes, sum] = [0, 0];
  try {
    for await (const piece of stream as AsyncIterable<Buffer>) {
      bytes += piece.byteLength;
      if (bytes > entry.uncompressedSize) throw rules.createError('unreadable', path);
      sum = crc32(piece, sum);
      yield piece;
    }
  } catch (error) {
    throw toZipError(error, rules);
  }
  if (sum !== entry.crc32 || bytes !== entry.uncompressedSize)
    throw rules.createError('unreadable', path);
}

interface CheckedEntry {
  entry: Entry;
  path: string;
}

/** Checks all entries. Their contents must not overlap: then a small zip could have the same bytes many times. */
async function listFiles(zip: ZipFile, zipBytes: number, rules: ZipRules): Promise<CheckedEntry[]> {
  const { limits, createError } = rules;
  if (zip.entryCount > limits.filesMax) throw createError('count');
  const checked: CheckedEntry[] = [];
  const names = new Set<string>();
  let [packed, unpacked] = [0, 0];
  const all = zip.eachEntry();
  for (;;) {
    const { done, value: entry } = await readFromZip(all.next(), rules);
    if (done) return checked;
    const path = checkZipEntry(entry, rules);
    packed += entry.compressedSize;
    if (packed > zipBytes) throw createError('unreadable');
    if (path === null) continue;
    const name = path.toLowerCase();
    if (names.has(name)) throw createError('duplicate', path);
    names.add(name);
    unpacked += entry.uncompressedSize;
    const { fileBytesMax, bytesMax } = limits;
    checkSize(rules, [entry.uncompressedSize, entry.compressedSize], fileBytesMax, path);
    checkSize(rules, [unpacked, zipBytes], bytesMax);
    checked.push({ entry, path });
  }
}

function checkSize(
  { limits: { ratioMax, ratioFromBytes }, createError }: ZipRules,
  [bytes, packedBytes]: [number, number],
  bytesMax: number,
  name?: string,
): void {
  if (bytes > bytesMax) throw createError('size', name);
  if (bytes > ratioFromBytes && bytes > ratioMax * packedBytes) throw createError('ratio', name);
}

/** The result of the zip library. What it cannot read is the fault of the zip, unless the disk failed. */
async function readFromZip<Result>(result: Promise<Result>, rules: ZipRules): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    throw toZipError(error, rules);
  }
}

function toZipError(error: unknown, { createError }: ZipRules): unknown {
  const isDisk = error instanceof Error && 'syscall' in error;
  return isAppError(error) || isDisk ? error : createError('unreadable');
}
