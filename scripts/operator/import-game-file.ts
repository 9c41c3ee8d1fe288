import { stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { importGameBundle } from '#domain/game-files/import-game-bundle.ts';
import type { GameFileReport } from '#domain/game-files/import-game-file.ts';
import { type GivenGameFile, openGameFile } from '#domain/game-files/open-game-file.ts';
import { getArtDirectory } from '#server/bootstrap/art-directory.ts';
import { readCardGlyphs } from '#server/bootstrap/card-icons.ts';
import { createLog } from '#server/bootstrap/log.ts';
import { openFileStorage } from '#server/bootstrap/open-file-storage.ts';
import { openGalleryStorage } from '#server/bootstrap/open-gallery-storage.ts';
import { ConfigError, readConfig } from '#server/config/config.ts';
import { openEncryption } from '#server/config/open-encryption.ts';
import { type DateForm, dateForms } from '#shared/constants/csv.ts';
import { openBundleFolder } from './open-bundle-folder.ts';
import { openSiteDatabase } from './open-site-database.ts';
import type { Command, CommandCall } from './run-command.ts';

const usage =
  'Usage: npm run import -- --as USERNAME [--dates year-first|day-first|month-first] FILE';

interface ImportArguments {
  username: string;
  file: string;
  dates: DateForm;
}

function readArguments(args: readonly string[]): ImportArguments {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { as: { type: 'string' }, dates: { type: 'string', default: 'year-first' } },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    const dates = dateForms.find((form) => form === values.dates);
    if (values.as && file && dates && more.length === 0)
      return { username: values.as, file, dates };
  } catch {
    // An unknown option.
  }
  throw new ConfigError(usage);
}

async function findFile({ file, dates }: ImportArguments): Promise<GivenGameFile> {
  const size = await stat(file).then(
    (found) => (found.isFile() ? found.size : null),
    () => null,
  );
  if (size === null) throw new ConfigError(`There is no file ${file}.`);
  const folder = openBundleFolder(path.dirname(file));
  return { name: path.basename(file), path: file, bytes: size, dates, folder, source: 'terminal' };
}

function printReport(
  { counts, rows, imported }: GameFileReport,
  print: CommandCall['print'],
): void {
  for (const { row, name, problems } of rows) {
    for (const { column, text } of problems) print(`Row ${row} (${name}): ${column}: ${text}`);
  }
  const numbers = `${counts.new} new, ${counts.changed} changed, ${counts.same} the same, ${counts.wrong} wrong.`;
  print(imported ? `Imported: ${numbers}` : `Nothing was changed: ${numbers}`);
}

/** Imports the games of the file that the arguments of `npm run import` name. */
export const importGameFile: Command = async ({ args, env, print }) => {
  const called = readArguments(args);
  const found = await findFile(called);
  const config = readConfig(env);
  const { db, close } = await openSiteDatabase(config);
  try {
    const log = createLog('silent');
    const encryption = await openEncryption(config);
    const storage = await openFileStorage({ config, db, log, encryption });
    const ctx = {
      db,
      clock: { now: () => new Date() },
      log,
      gallery: openGalleryStorage(config, log, storage),
      encryption,
      catalog: { cardGlyphs: await readCardGlyphs(getArtDirectory()) },
      // Limits are for accounts of the site. The operator has those of the files.
      rateLimiter: { async take() {}, async giveBack() {}, async reset() {} },
    };
    const report = await openGameFile(found, (games) =>
      importGameBundle(ctx, { username: called.username, ...games }),
    );
    printReport(report, print);
    return report.imported;
  } finally {
    await close();
  }
};
