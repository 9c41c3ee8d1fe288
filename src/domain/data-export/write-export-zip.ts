import { type PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { type CsvCell, formatCsv } from '#shared/format/csv.ts';
import type { Ctx } from '../context.ts';
import { createReadme } from './create-readme.ts';
import {
  type ExportRow,
  type ExportSubject,
  getExportedColumns,
  getExportedName,
  iterateSubject,
} from './export-subject.ts';
import { exportSubjects } from './export-subjects.ts';
import {
  listStoredPictures,
  type PictureList,
  readExternalPictures,
} from './list-export-pictures.ts';

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
      const { file } = subject;
      const count = () => rows.set(file, (rows.get(file) ?? 0) + 1);
      add(`json/${file}.json`, () => Readable.from(formatJson(ctx, subject, account.id, count)));
      add(`csv/${file}.csv`, () => Readable.from(formatSubjectAsCsv(ctx, subject, account.id)));
    }
    const list: PictureList = { included: 0, bytes: 0, leftOut: [] };
    for await (const { id, file } of listStoredPictures(ctx, account.id, list)) {
      add(`pictures/${id}.webp`, () => openPicture(ctx, file), false);
    }
    // Each is read when the one before is written, so that one is in memory.
    for await (const { id, picture } of readExternalPictures(ctx, account.id, list)) {
      if (output.destroyed) return;
      await new Promise<void>((resolve) => {
        const open = () => Readable.from([picture]).once('close', resolve);
        add(`pictures/${id}.webp`, open, false);
      });
    }
    if (list.leftOut.length > 0) {
      const lines = list.leftOut.map(({ id, reason }) => `${id}: ${reason}\n`);
      add('pictures/left-out.txt', () => Readable.from(lines));
    }
    add('README.txt', () => Readable.from([createReadme(ctx, { account, rows, list })]));
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

/** Opens a picture. One that was deleted in the meantime is empty in the zip. */
async function openPicture({ gallery }: ZipCtx, file: string): Promise<Readable> {
  return (await gallery.fileStore.open(file))?.stream ?? Readable.from([]);
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
