import { type PassThrough, Readable } from 'node:stream';
import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { ZipFile } from 'yazl';
import { pictures } from '#database/schema.ts';
import { dataExportConstants } from '#shared/constants/data-exports.ts';
import { type CsvCell, formatCsv } from '#shared/format/csv.ts';
import type { Ctx } from '../context.ts';
import { pictureFileName } from '../gallery/storage/file-store.ts';
import { createReadme, type PictureCounts } from './create-readme.ts';
import {
  type ExportRow,
  type ExportSubject,
  getExportedColumns,
  getExportedName,
  iterateSubject,
} from './export-subject.ts';
import { exportSubjects } from './export-subjects.ts';

type ZipCtx = Pick<Ctx, 'db' | 'clock' | 'site' | 'gallery' | 'encryption'>;

/**
 * Creates the zip of an account's data as a stream. Rows are read in pages while the zip is written, and the
 * pictures one after the other, so the memory that it needs does not grow with the account.
 */
export function createExportZip(ctx: ZipCtx, account: { id: string; username: string }): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as PassThrough;
  const rows = new Map<string, number>();
  const options = { mtime: ctx.clock.now() };
  const add = (path: string, open: () => Promise<Readable> | Readable, compress = true) =>
    zip.addReadStreamLazy(path, { ...options, compress }, (callback) => {
      Promise.resolve()
        .then(open)
        .then(
          (stream) => callback(null, stream),
          (error: unknown) => output.destroy(toError(error)),
        );
    });
  // An entry that fails ends the whole zip.
  zip.on('error', (error) => output.destroy(toError(error)));

  async function addAll(): Promise<void> {
    for (const subject of exportSubjects) {
      const { file, csv } = subject;
      const count = () => rows.set(file, (rows.get(file) ?? 0) + 1);
      add(`json/${file}.json`, () => Readable.from(formatJson(ctx, subject, account.id, count)));
      if (csv) {
        add(`csv/${file}.csv`, () => Readable.from(formatSubjectAsCsv(ctx, subject, account.id)));
      }
    }
    const counts: PictureCounts = { included: 0, leftOut: 0 };
    for await (const name of listPictureFiles(ctx, account.id, counts)) {
      add(`pictures/${name.id}.webp`, () => openPicture(ctx, name.file), false);
    }
    add('README.txt', () => Readable.from([createReadme(ctx, { account, rows, counts })]));
    zip.end();
  }
  addAll().catch((error: unknown) => output.destroy(toError(error)));
  return output;
}

async function* formatJson(
  ctx: ZipCtx,
  subject: ExportSubject,
  userId: string,
  count: () => void,
): AsyncGenerator<string, void> {
  let isFirst = true;
  for await (const row of iterateSubject(ctx, subject, userId)) {
    yield `${isFirst ? '[\n' : ',\n'}${JSON.stringify(row)}`;
    isFirst = false;
    count();
  }
  yield isFirst ? '[]\n' : '\n]\n';
}

function formatSubjectAsCsv(
  ctx: ZipCtx,
  subject: ExportSubject,
  userId: string,
): AsyncGenerator<string, void> {
  const header = Object.entries(getExportedColumns(subject)).map(([name, column]) =>
    getExportedName(subject, name, column),
  );
  async function* cells() {
    for await (const row of iterateSubject(ctx, subject, userId)) {
      yield header.map((name) => toCell(row, name));
    }
  }
  return formatCsv(cells(), { header, decimals: 0 });
}

function toCell(row: ExportRow, name: string): CsvCell {
  const value = row[name];
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || value instanceof Date) return value;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Yields the files of the account's pictures up to the limit, and counts them. */
async function* listPictureFiles(
  { db }: ZipCtx,
  userId: string,
  counts: PictureCounts,
): AsyncGenerator<{ id: string; file: string }, void> {
  const own = and(
    eq(pictures.userId, userId),
    isNotNull(pictures.keptAt),
    isNull(pictures.removedAt),
  );
  let bytes = 0;
  for (let after: string | null = null; ; ) {
    const page: { id: string; hash: string | null; bytes: number | null }[] = await db
      .select({ id: pictures.id, hash: pictures.fullHash, bytes: pictures.fullBytes })
      .from(pictures)
      .where(after ? and(own, gt(pictures.id, after)) : own)
      .orderBy(asc(pictures.id))
      .limit(dataExportConstants.pageRows);
    for (const { id, hash, bytes: size } of page) {
      bytes += size ?? 0;
      if (hash === null || bytes > dataExportConstants.pictureBytesMax) counts.leftOut += 1;
      else {
        counts.included += 1;
        yield { id, file: pictureFileName(id, hash) };
      }
    }
    after = page.at(-1)?.id ?? null;
    if (after === null || page.length < dataExportConstants.pageRows) return;
  }
}

/** Opens a picture. One that was deleted in the meantime is empty in the zip. */
async function openPicture({ gallery }: ZipCtx, file: string): Promise<Readable> {
  return (await gallery.fileStore.open(file))?.stream ?? Readable.from([]);
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
