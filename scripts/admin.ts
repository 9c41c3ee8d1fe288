import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Database, openDatabase } from '#database/client.ts';
import { findRunningPostgres } from '#database/embedded-postgres/find-running-postgres.ts';
import { EmbeddedPostgresError } from '#database/embedded-postgres/start-embedded-postgres.ts';
import { makeAdmin } from '#domain/moderation/make-admin-from-terminal.ts';
import { rotateSecret } from '#domain/secrets/stored-secrets.ts';
import { createLog } from '#server/bootstrap/log.ts';
import { openConfiguredDatabase } from '#server/bootstrap/open-database.ts';
import { type Config, ConfigError, readConfig } from '#server/config/config.ts';
import { isAppError } from '#shared/errors/app-error.ts';

// Makes an account an admin: `npm run admin -- USERNAME`. Replaces the secret that signs cookies and tokens:
// `npm run admin -- --rotate-secret`. Exits with 1 on failure.

/** Opens the configured database. Uses the embedded Postgres of a running application if there is one. */
async function open(config: Config): Promise<{ db: Database; close(): Promise<void> }> {
  const running = config.DATABASE_URL ? null : await findRunningPostgres(config.DATA_DIR);
  if (running) {
    const db = openDatabase({ ...running, max: 1 });
    return { db, close: () => db.$client.end() };
  }
  // A missing database has no accounts, and a wrong setting must not create a new database.
  if (!config.DATABASE_URL && !existsSync(path.join(config.DATA_DIR, 'postgres'))) {
    throw new ConfigError(`There is no database under ${path.resolve(config.DATA_DIR)}.`);
  }
  return openConfiguredDatabase(config, createLog('silent'));
}

async function admin(username: string): Promise<void> {
  const { db, close } = await open(readConfig(process.env));
  try {
    const admin = await makeAdmin({ db, clock: { now: () => new Date() } }, { username });
    console.log(`${admin} is an admin now.`);
  } catch (error) {
    if (isAppError(error) && error.code === 'user-not-found') {
      throw new ConfigError(`There is no account named ${username}.`);
    }
    throw error;
  } finally {
    await close();
  }
}

async function rotate(endEarlier: boolean): Promise<void> {
  const config = readConfig(process.env);
  if (config.GUILDHALL_SECRET.length > 0) {
    throw new ConfigError(
      'The secrets come from GUILDHALL_SECRET: put a new one in front of them there.',
    );
  }
  const { db, close } = await open(config);
  try {
    await rotateSecret({ db, clock: { now: () => new Date() } }, { endEarlier });
    console.log(
      endEarlier
        ? 'A new secret is used within a minute. All that the earlier ones signed is invalid by then.'
        : 'A new secret signs within three minutes. What the earlier ones signed stays valid.',
    );
  } finally {
    await close();
  }
}

const [word, option, ...more] = process.argv.slice(2);
const isRotation =
  word === '--rotate-secret' && (option === undefined || option === '--end-earlier');
if (!word || more.length > 0 || (option !== undefined && !isRotation)) {
  console.error('Usage: npm run admin -- USERNAME | --rotate-secret [--end-earlier]');
  process.exitCode = 1;
} else {
  const work = isRotation ? rotate(option !== undefined) : admin(word);
  work.catch((error: unknown) => {
    const expected =
      error instanceof ConfigError || error instanceof EmbeddedPostgresError || isAppError(error);
    console.error(expected ? error.message : error);
    process.exitCode = 1;
  });
}
