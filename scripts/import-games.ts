import { stat } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { EmbeddedPostgresError } from '#database/embedded-postgres/start-embedded-postgres.ts';
import { importGameBundle } from '#domain/administration/game-files/import-game-bundle.ts';
import type { GameFileReport } from '#domain/administration/game-files/import-game-file.ts';
import {
  type GivenGameFile,
  openGameFile,
} from '#domain/administration/game-files/open-game-file.ts';
import { getArtDirectory } from '#server/bootstrap/art-directory.ts';
import { readCardGlyphs } from '#server/bootstrap/card-icons.ts';
import { createLog } from '#server/bootstrap/log.ts';
import { openGalleryStorage } from '#server/bootstrap/open-gallery-storage.ts';
import { ConfigError, readConfig } from '#server/config/config.ts';
import { openEncryption } from '#server/config/open-encryption.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { openBundleFolder } from './operator/open-bundle-folder.ts';
import { openSiteDatabase } from './operator/open-site-database.ts';

// Imports the games of a JSON or CSV file into the site: `npm run import -- --as USERNAME FILE`. A JSON file can
// name pictures and lists of keys beside it; a zip has all of them. The account is an admin or a catalog editor and is named in the admin
// log. Exits with 1 if a row is wrong; then nothing changes.

const usage = 'Usage: npm run import -- --as USERNAME FILE';

function readArguments(): { username: string; file: string } {
  try {
    const { values, positionals } = parseArgs({
      options: { as: { type: 'string' } },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    if (values.as && file && more.length === 0) return { username: values.as, file };
  } catch {
    // An unknown option.
  }
  throw new ConfigError(usage);
}

async function findFile(file: string): Promise<GivenGameFile> {
  const size = await stat(file).then(
    (found) => (found.isFile() ? found.size : null),
    () => null,
  );
  if (size === null) throw new ConfigError(`There is no file ${file}.`);
  const folder = openBundleFolder(path.dirname(file));
  return { name: path.basename(file), path: file, bytes: size, folder, source: 'terminal' };
}

function printReport({ counts, rows, imported }: GameFileReport): void {
  for (const { row, name, problems } of rows) {
    for (const { column, text } of problems)
      console.log(`Row ${row} (${name}): ${column}: ${text}`);
  }
  const numbers = `${counts.new} new, ${counts.changed} changed, ${counts.same} the same, ${counts.wrong} wrong.`;
  console.log(imported ? `Imported: ${numbers}` : `Nothing was changed: ${numbers}`);
}

async function run(): Promise<boolean> {
  const { username, file } = readArguments();
  const found = await findFile(file);
  const config = readConfig(process.env);
  const { db, close } = await openSiteDatabase(config);
  try {
    const log = createLog('silent');
    const ctx = {
      db,
      clock: { now: () => new Date() },
      log,
      gallery: openGalleryStorage(config, log),
      encryption: await openEncryption(config),
      catalog: { cardGlyphs: await readCardGlyphs(getArtDirectory()) },
      // Limits are for accounts of the site. The operator has those of the files.
      rateLimiter: { async take() {}, async giveBack() {}, async reset() {} },
    };
    const report = await openGameFile(found, (games) =>
      importGameBundle(ctx, { username, ...games }),
    );
    printReport(report);
    return report.imported;
  } finally {
    await close();
  }
}

run().then(
  (imported) => {
    if (!imported) process.exitCode = 1;
  },
  (error: unknown) => {
    const expected =
      error instanceof ConfigError || error instanceof EmbeddedPostgresError || isAppError(error);
    console.error(expected ? error.message : error);
    process.exitCode = 1;
  },
);
