import { createHash } from 'node:crypto';
import { type GameBundleSource, gameBundleLimits } from '#shared/constants/catalog/game-files.ts';
import { gameKeyConstants } from '#shared/constants/game-library/game-keys.ts';
import { sitePictureConstants } from '#shared/constants/site/site-pictures.ts';
import { AppError, isAppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';
import {
  type PreparedPicture,
  prepareSitePicture,
  type SentFile,
  saveSitePicture,
} from '../gallery/site-pictures/upload-site-picture.ts';
import type { TempDir } from '../gallery/storage/temp-dirs.ts';
import { type KeyList, type ListedKey, parseKeyList } from '../game-library/keys/parse-key-list.ts';
import {
  findKeyColumn,
  listKeysOfColumn,
  readKeyFile,
  readKeyTable,
} from '../game-library/keys/parse-key-table.ts';
import { findSitePicturesByHash } from '../site/pictures/find-site-pictures.ts';
import type { GameFileRow } from './parse-game-file.ts';

/** The folder of a file with games. */
export interface BundleFolder {
  /** A file by its path in the folder; null if there is no such file, or if it is outside of the folder. */
  open(path: string): Promise<(SentFile & { bytes: number }) | null>;
}

export type BundlePictureCtx = Pick<Ctx, 'db' | 'clock' | 'gallery' | 'rateLimiter' | 'log'>;

/** The files that the rows name. */
export interface BundleFiles {
  /** By path: the id of the site's picture of this content, null if it is new; or what is wrong. */
  pictures: Map<string, { id: string | null } | { problem: string }>;
  /** By path. */
  keys: Map<string, ListedKey[] | { problem: string }>;
  /** Stores the pictures that are new. Without a use they are deleted after an hour. */
  savePictures(): Promise<void>;
}

const { fileBytesMax, linesMax } = gameKeyConstants;

/**
 * Reads the files that the rows name, and writes nothing but files in `dir`. A picture is known again if the site
 * has a picture of this content, or if what is made of it is the same.
 * @throws AppError `bad-game-file` for too many new pictures, `rate-limited`.
 */
export async function readBundleFiles(
  ctx: BundlePictureCtx,
  { rows, folder, userId, dir, source }: BundleRequest,
): Promise<BundleFiles> {
  const pictures: BundleFiles['pictures'] = new Map();
  /** The hash of each picture as it is in the folder, by its path. */
  const sent = new Map<string, string>();
  for (const path of listPicturePaths(rows))
    await orProblem(pictures, path, async () => {
      sent.set(path, await hashPicture(await openPicture(folder, path)));
    });
  const stored = await findSitePicturesByHash(ctx.db, [...sent.values()]);
  /** What is made of each new picture, by its hash in the folder. */
  const prepared = new Map<string, PreparedPicture>();
  const { newPicturesMax } = gameBundleLimits[source];
  for (const [path, hash] of sent) {
    if (stored.has(hash) || prepared.has(hash)) continue;
    if (prepared.size >= newPicturesMax) {
      const most = newPicturesMax.toLocaleString('en-US');
      const text = `The file names more than ${most} pictures that are new to this site.`;
      throw new AppError('bad-game-file', { text });
    }
    await orProblem(pictures, path, async () => {
      const file = await openPicture(folder, path);
      prepared.set(hash, await prepareSitePicture(ctx, dir, { userId, file }));
    });
  }
  const made = [...prepared.values()].map(({ picture }) => picture.full.hash);
  const known = new Map([...stored, ...(await findSitePicturesByHash(ctx.db, made))]);
  const madeOf = (hash: string) => prepared.get(hash)?.picture.full.hash ?? hash;
  const idOf = (hash: string) => known.get(hash) ?? known.get(madeOf(hash)) ?? null;
  for (const [path, hash] of sent) if (!pictures.has(path)) pictures.set(path, { id: idOf(hash) });
  const keys: BundleFiles['keys'] = new Map();
  for (const path of new Set(rows.flatMap(({ more }) => more.keys ?? [])))
    await orProblem(keys, path, async () => {
      keys.set(path, await readKeys(folder, path));
    });
  return {
    pictures,
    keys,
    async savePictures() {
      for (const [hash, picture] of prepared) {
        if (idOf(hash) !== null) continue;
        const isOperator = source === 'terminal';
        const { id } = await saveSitePicture(ctx, userId, picture, { isOperator });
        known.set(madeOf(hash), id);
      }
      for (const [path, hash] of sent) pictures.set(path, { id: idOf(hash) });
    },
  };
}

interface BundleRequest {
  rows: readonly GameFileRow[];
  folder: BundleFolder;
  /** The account to which new pictures belong. */
  userId: string;
  /** Where pictures are made. It must stay until they are saved. */
  dir: TempDir;
  source: GameBundleSource;
}

/** Runs `read`; what is wrong with the file is its problem, and not that of the whole import. */
async function orProblem(
  files: Map<string, unknown>,
  path: string,
  read: () => Promise<void>,
): Promise<void> {
  try {
    await read();
  } catch (error) {
    if (!isAppError(error) || error.code === 'rate-limited') throw error;
    files.set(path, { problem: error.message });
  }
}

async function openPicture(folder: BundleFolder, path: string): Promise<SentFile> {
  const file = await folder.open(path);
  if (!file) throw new AppError('bad-game-file', { text: noFile(path) });
  if (file.bytes > sitePictureConstants.bytesMax) throw new AppError('site-picture-bytes');
  return file;
}

async function hashPicture(file: SentFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of file.stream()) hash.update(piece);
  return hash.digest('hex');
}

const noFile = (path: string) => `There is no file “${path}” beside the file with the games.`;

function listPicturePaths(rows: readonly GameFileRow[]): string[] {
  const all = rows.flatMap(({ more }) => [
    ...(more.cover ? [more.cover.file] : []),
    ...(more.pictures ?? []).map(({ file }) => file),
    ...(more.cards ?? []).flatMap(({ picture }) => picture ?? []),
  ]);
  return [...new Set(all)];
}

async function readKeys(
  folder: BundleFolder,
  path: string,
): Promise<ListedKey[] | { problem: string }> {
  const file = await folder.open(path);
  if (!file) return { problem: noFile(path) };
  if (file.bytes > fileBytesMax) return { problem: 'The file with keys is larger than 1 MB.' };
  const parts: Uint8Array[] = [];
  for await (const part of file.stream()) parts.push(part);
  const read = readKeyFile({ name: path, bytes: Buffer.concat(parts) });
  if (!read) return { problem: 'The file with keys is not in UTF-8.' };
  const unit = 'list' in read ? 'Line' : 'Row';
  const list = 'list' in read ? parseKeyList(read.list) : listKeysOfTable(read.table);
  if (list === null) return { problem: noColumn };
  const { keys, refused, lines } = list;
  if (lines > linesMax) return { problem: 'A file can have 5,000 keys.' };
  const [first] = refused;
  // The number and not the key: the report can be read by others.
  if (first) return { problem: `${unit} ${first.line} of the file with keys: ${first.reason}.` };
  return keys;
}

const noColumn =
  'The first row of the file with keys must name the column that has them “key”. A file with the ending txt has one key a line.';

function listKeysOfTable(table: string): KeyList | null {
  const createError = (text: string) => new AppError('bad-game-file', { text });
  const rows = readKeyTable(table, createError);
  const column = findKeyColumn(rows);
  return column === null ? null : listKeysOfColumn(rows, { column, hasHeading: true });
}
