import { gameFileConstants } from '#shared/constants/game-files.ts';
import { gameKeyConstants } from '#shared/constants/game-keys.ts';
import { AppError, isAppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import type { SentFile } from '../../gallery/site-pictures/upload-site-picture.ts';
import {
  type PreparedPicture,
  prepareSitePicture,
  saveSitePicture,
} from '../../gallery/site-pictures/upload-site-picture.ts';
import type { TempDir } from '../../gallery/storage/temp-dirs.ts';
import type { ListedKey } from '../../library/keys/parse-key-list.ts';
import { parseKeyList } from '../../library/keys/parse-key-list.ts';
import { findSitePicturesByHash } from '../../site/pictures/find-site-pictures.ts';
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

const { picturesMax } = gameFileConstants;
const { fileBytesMax, linesMax } = gameKeyConstants;

/**
 * Reads the files that the rows name, each once, and writes nothing but files in `dir`. A picture is known again
 * by what was made of it.
 * @throws AppError `bad-game-file` for too many pictures, `rate-limited`.
 */
export async function readBundleFiles(
  ctx: BundlePictureCtx,
  { rows, folder, userId, dir }: BundleRequest,
): Promise<BundleFiles> {
  const paths = listPicturePaths(rows);
  if (paths.length > picturesMax) {
    const text = `The file names more than ${picturesMax} pictures.`;
    throw new AppError('bad-game-file', { text });
  }
  const prepared = new Map<string, PreparedPicture>();
  const pictures: BundleFiles['pictures'] = new Map();
  for (const path of paths) {
    try {
      const file = await folder.open(path);
      if (!file) throw new AppError('bad-game-file', { text: noFile(path) });
      prepared.set(path, await prepareSitePicture(ctx, dir, { userId, file }));
    } catch (error) {
      if (!isAppError(error) || error.code === 'rate-limited') throw error;
      pictures.set(path, { problem: error.message });
    }
  }
  const hashes = [...prepared.values()].map(({ picture }) => picture.full.hash);
  const known = await findSitePicturesByHash(ctx.db, hashes);
  for (const [path, { picture }] of prepared)
    pictures.set(path, { id: known.get(picture.full.hash) ?? null });
  const keys: BundleFiles['keys'] = new Map();
  for (const path of new Set(rows.flatMap(({ more }) => more.keys ?? [])))
    keys.set(path, await readKeys(folder, path));
  return {
    pictures,
    keys,
    async savePictures() {
      const saved = new Map<string, string>();
      for (const [path, picture] of prepared) {
        const { hash } = picture.picture.full;
        const id =
          known.get(hash) ?? saved.get(hash) ?? (await saveSitePicture(ctx, userId, picture)).id;
        saved.set(hash, id);
        pictures.set(path, { id });
      }
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
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    return { problem: 'The file with keys is not in UTF-8.' };
  }
  const { keys, refused, lines } = parseKeyList(text);
  if (lines > linesMax) return { problem: 'A file can have 5,000 keys.' };
  const [first] = refused;
  // The number of the line and not the key: the report can be read by others.
  if (first) return { problem: `Line ${first.line} of the file with keys: ${first.reason}.` };
  return keys;
}
