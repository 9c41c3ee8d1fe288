import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedPostgresError } from '#database/embedded-postgres/embedded-postgres-error.ts';
import { lockDataDir } from '#database/embedded-postgres/instance-lock.ts';
import { ConfigError, readConfig } from '#server/config/config.ts';

// Deletes the embedded database and the files of the gallery: `npm run db:reset -- --yes`. The next start
// creates a new database. Exits with 1 when nothing was deleted.

const confirmation = '--yes';

async function reset(): Promise<void> {
  const { DATABASE_URL, DATA_DIR } = readConfig(process.env);
  if (DATABASE_URL) {
    throw new ConfigError('DATABASE_URL is set: this deletes the embedded database only.');
  }
  const folders = ['postgres', 'gallery'].map((name) => path.resolve(DATA_DIR, name));
  const present = folders.filter((folder) => existsSync(folder));
  if (present.length === 0) {
    throw new ConfigError(`There is no database under ${path.resolve(DATA_DIR)}.`);
  }
  if (!process.argv.includes(confirmation)) {
    throw new ConfigError(
      `This deletes ${present.join(' and ')} for good. To confirm: npm run db:reset -- ${confirmation}`,
    );
  }
  const unlock = await lockDataDir(path.resolve(DATA_DIR));
  try {
    for (const folder of present) await rm(folder, { recursive: true });
    console.log(`Deleted ${present.join(' and ')}.`);
  } finally {
    await unlock();
  }
}

reset().catch((error: unknown) => {
  const expected = error instanceof ConfigError || error instanceof EmbeddedPostgresError;
  console.error(expected ? error.message : error);
  process.exitCode = 1;
});
