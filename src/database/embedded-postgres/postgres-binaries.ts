import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** Needed only on Windows, where it sends signals. */
  pgCtl: string;
}

/**
 * Finds the Postgres binaries that npm installed for this platform.
 * @throws EmbeddedPostgresError when they are not installed.
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const paths: { initdb: string; postgres: string; pg_ctl: string } = await import(
      /* @vite-ignore */ name
    );
    return { initdb: paths.initdb, postgres: paths.postgres, pgCtl: paths.pg_ctl };
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `The package ${name} with the Postgres binaries is not installed: run npm ci, or set DATABASE_URL to a Postgres of your own.`,
      { cause },
    );
  }
}
