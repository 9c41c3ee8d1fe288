import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import yauzl, { type Entry, type ZipFile } from 'yauzl';
import { webGameConstants } from '#shared/constants/web-games.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import type { TempDir } from '../../gallery/storage/temp-dirs.ts';
import { type ReceivedFile, toDiskError } from '../receive-download-file.ts';
import { checkZipEntry } from './check-zip-entry.ts';
import { createZipError } from './zip-problems.ts';

/** A file of a web game, and its place in the unpacked content. */
export interface WebGameEntry {
  path: string;
  start: number;
  bytes: number;
}

export interface UnpackedWebGame {
  /** All files, one after the other. */
  file: ReceivedFile;
  entries: WebGameEntry[];
}

export type ZipLimits = Record<
  'filesMax' | 'fileBytesMax' | 'bytesMax' | 'ratioMax' | 'ratioFromBytes',
  number
>;

/**
 * Unpacks a zip into one file. Every entry is checked before the first one is unpacked, and what is unpacked is
 * counted: sizes in a zip can be wrong.
 * @throws AppError `web-game-zip`, `download-disk-full`.
 */
export async function unpackZip(
  dir: TempDir,
  zipPath: string,
  limits: ZipLimits = webGameConstants,
): Promise<UnpackedWebGame> {
  const { size: zipBytes } = await stat(zipPath);
  const options = { autoClose: false, decodeStrings: false, validateEntrySizes: true };
  const zip = await readFromZip(yauzl.openPromise(zipPath, options));
  try {
    const checked = await listFiles(zip, zipBytes, limits);
    const hash = createHash('sha256');
    const entries: WebGameEntry[] = [];
    const { path, bytes } = await dir.write(unpack(), { bytesMax: limits.bytesMax });
    return { file: { path, bytes, sha256: hash.digest('hex') }, entries };

    async function* unpack() {
      let total = 0;
      for (const { entry, path: name } of checked) {
        const start = total;
        let sum = 0;
        const stream = await readFromZip(zip.openReadStreamPromise(entry));
        try {
          for await (const piece of stream as AsyncIterable<Buffer>) {
            total += piece.byteLength;
            checkSize(total - start, entry.compressedSize, limits.fileBytesMax, limits, name);
            checkSize(total, zipBytes, limits.bytesMax, limits);
            hash.update(piece);
            sum = crc32(piece, sum);
            yield piece;
          }
        } catch (error) {
          throw toZipError(error);
        }
        if (sum !== entry.crc32) throw createZipError('unreadable', name);
        entries.push({ path: name, start, bytes: total - start });
      }
    }
  } catch (error) {
    throw toDiskError(error);
  } finally {
    zip.close();
  }
}

/** Checks all entries. Their contents must not overlap: then a small zip could have the same bytes many times. */
async function listFiles(zip: ZipFile, zipBytes: number, limits: ZipLimits) {
  if (zip.entryCount > limits.filesMax) throw createZipError('count');
  const checked: { entry: Entry; path: string }[] = [];
  const names = new Set<string>();
  let [packed, unpacked] = [0, 0];
  const all = zip.eachEntry();
  for (;;) {
    const { done, value: entry } = await readFromZip(all.next());
    if (done) break;
    const path = checkZipEntry(entry);
    packed += entry.compressedSize;
    if (packed > zipBytes) throw createZipError('unreadable');
    if (path === null) continue;
    const name = path.toLowerCase();
    if (names.has(name)) throw createZipError('duplicate', path);
    names.add(name);
    unpacked += entry.uncompressedSize;
    checkSize(entry.uncompressedSize, entry.compressedSize, limits.fileBytesMax, limits, path);
    checkSize(unpacked, zipBytes, limits.bytesMax, limits);
    checked.push({ entry, path });
  }
  const index = checked.find(({ path }) => path === 'index.html');
  if (!index || index.entry.uncompressedSize === 0) throw createZipError('index');
  return checked;
}

function checkSize(
  bytes: number,
  packedBytes: number,
  bytesMax: number,
  { ratioMax, ratioFromBytes }: ZipLimits,
  name?: string,
): void {
  if (bytes > bytesMax) throw createZipError('size', name);
  if (bytes > ratioFromBytes && bytes > ratioMax * packedBytes) throw createZipError('ratio', name);
}

/** The result of the zip library. What it cannot read is the fault of the zip, unless the disk failed. */
async function readFromZip<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    throw toZipError(error);
  }
}

function toZipError(error: unknown): unknown {
  const isDisk = error instanceof Error && 'syscall' in error;
  return isAppError(error) || isDisk ? error : createZipError('unreadable');
}
