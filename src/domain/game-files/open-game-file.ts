import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type GameBundleSource,
  type GameFileFormat,
  gameBundleLimits,
  gameFileConstants,
  gameZipConstants,
} from '#shared/constants/catalog/game-files.ts';
import type { DateForm } from '#shared/constants/csv.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { openZip, type ZipEntry } from '../lib/zip/open-zip.ts';
import { describeZipProblems, nameZipFile, type ZipRules } from '../lib/zip/zip-rules.ts';
import type { BundleFolder } from './bundle-files.ts';

/** A file with games, as a form or an operator gives it. */
export interface GameFile {
  bytes: Uint8Array;
  format: GameFileFormat;
  /** How days are written in CSV. */
  dates: DateForm;
  /** Where the files are that it names; null if it is alone. */
  folder: BundleFolder | null;
  source: GameBundleSource;
}

/** A file with games, or a zip that has one, on the disk of this process. */
export interface GivenGameFile {
  /** Its ending says what it is: a zip, CSV as spreadsheets write it, or else JSON. */
  name: string;
  path: string;
  bytes: number;
  dates: DateForm;
  /** The files beside it. Not used for a zip, which has its own. */
  folder: BundleFolder | null;
  source: GameBundleSource;
}

const wrong = (text: string) => new AppError('bad-game-file', { text });

/**
 * Opens a file with games. A zip has it at its top level, beside the pictures and the lists of keys that it names.
 * The file is open until `work` has ended.
 * @throws AppError `bad-game-file` with what is wrong.
 */
export async function openGameFile<Result>(
  given: GivenGameFile,
  work: (file: GameFile) => Promise<Result>,
): Promise<Result> {
  const { name, dates, source } = given;
  if (!/\.zip$/i.test(name)) {
    if (given.bytes > gameFileConstants.bytesMax) throw wrong('The file is larger than 5 MB.');
    const bytes = await readFile(given.path);
    return work({ bytes, format: formatOf(name), dates, folder: given.folder, source });
  }
  const { zipBytesMax } = gameBundleLimits[source];
  if (given.bytes > zipBytesMax) throw wrong(`The zip is larger than ${zipBytesMax / 1e6} MB.`);
  return openZip(given.path, createZipRules(source), async (entries) => {
    const games = findGameFile(entries);
    const folder = openZipFolder(entries);
    const bytes = await readWholeStream(games);
    return work({ bytes, format: formatOf(games.path), dates, folder, source });
  });
}

/** Excel writes a table as 'Unicode text' to a file with the ending txt. */
const formatOf = (name: string): GameFileFormat =>
  /\.(?:csv|tsv|txt)$/i.test(name) ? 'csv' : 'json';

function createZipRules(source: GameBundleSource): ZipRules {
  const limits = { ...gameZipConstants, bytesMax: gameBundleLimits[source].bytesMax };
  const texts = describeZipProblems(limits);
  return { limits, createError: (reason, name) => wrong(nameZipFile(texts[reason], name)) };
}

/** The only JSON or CSV file at the top level of a zip. */
function findGameFile(entries: readonly ZipEntry[]): ZipEntry {
  const [first, second] = entries.filter((entry) => /^[^/]+\.(?:json|csv)$/i.test(entry.path));
  if (!first)
    throw wrong(
      'The zip has no JSON or CSV file at its top level. Zip the files, and not the folder around them.',
    );
  if (second)
    throw wrong(
      `The zip has several files with games (${first.path.slice(0, 80)}, ${second.path.slice(0, 80)}). It can have one.`,
    );
  if (first.bytes > gameFileConstants.bytesMax)
    throw wrong('The file with games in the zip is larger than 5 MB.');
  return first;
}

/** The files of a zip by their paths. */
function openZipFolder(entries: readonly ZipEntry[]): BundleFolder {
  const files = new Map(entries.map((entry) => [entry.path, entry]));
  return {
    async open(name) {
      const entry = files.get(path.posix.normalize(name).normalize('NFC'));
      if (!entry) return null;
      const { bytes, read } = entry;
      return { name: path.posix.basename(entry.path), bytes, stream: read };
    },
  };
}

async function readWholeStream(entry: ZipEntry): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  for await (const piece of entry.read()) pieces.push(piece);
  return Buffer.concat(pieces);
}
