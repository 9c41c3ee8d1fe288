import { sql } from 'drizzle-orm';
import { type Database, openDatabase } from '#database/client.ts';
import { text } from '#database/column-types.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres/start-embedded-postgres.ts';
import { migrateDatabase } from '#database/migrate.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { type Config, ConfigError } from '../config/config.ts';
import { projectPath } from '../config/project-path.ts';
import type { DirectConnection } from './connect-nodes.ts';
import type { Logger } from './log.ts';
import { getPoolSize } from './pool-size.ts';

/** Where a database is; with a password, so it is never logged. */
export type DatabaseConnection = Parameters<typeof openDatabase>[0];

export interface OpenedDatabase {
  db: Database;
  connection: DatabaseConnection;
  /** Leads to Postgres itself, also if the database is used through a pooler. */
  direct: DirectConnection;
  /** Resolves if an embedded Postgres exits by itself. For another database it never resolves. */
  lost: Promise<unknown>;
  close(): Promise<void>;
}

/** The migrations use features of this version. */
const oldestPostgres = 18;

/**
 * Opens the database of `DATABASE_URL`, or starts the embedded one, and applies the migrations.
 * @throws ConfigError if the database of `DATABASE_URL` cannot be used.
 */
export async function openConfiguredDatabase(config: Config, log: Logger): Promise<OpenedDatabase> {
  const migrations = projectPath('src/database/migrations');
  const max = getPoolSize(config.WEB_PROCESSES).primary;
  if (config.DATABASE_URL) {
    const connection = { connectionString: config.DATABASE_URL };
    const { db, close } = connectDatabase({ ...connection, max }, log);
    try {
      await requireVersion(db);
      await migrateDirectly(config.DATABASE_DIRECT_URL, db, migrations);
    } catch (error) {
      await close();
      throw new ConfigError(
        `The database of DATABASE_URL cannot be used: ${describeCause(error)}`,
        {
          cause: error,
        },
      );
    }
    const direct = { connectionString: config.DATABASE_DIRECT_URL ?? config.DATABASE_URL };
    return { db, connection, direct, lost: new Promise(() => {}), close };
  }
  const postgres = await startEmbeddedPostgres({
    dataDir: config.DATA_DIR,
    log: (line) => log.debug({ line }, 'embedded Postgres'),
  });
  const { connection } = postgres;
  const pool = connectDatabase({ ...connection, max }, log);
  const close = async () => {
    await pool.close();
    await postgres.stop();
  };
  try {
    await migrateDatabase(pool.db, migrations);
  } catch (error) {
    await close();
    throw error;
  }
  return { db: pool.db, connection, direct: connection, lost: postgres.exited, close };
}

/** Opens a pool of connections to a database that is ready. */
export function connectDatabase(
  connection: DatabaseConnection,
  log: Logger,
): Pick<OpenedDatabase, 'db' | 'close'> {
  let closing = false;
  const db = openDatabase(connection, (error) => {
    // When Postgres stops, it sends an error to each open connection.
    if (!closing) log.warn({ err: error }, 'a database connection broke');
  });
  return {
    db,
    async close() {
      closing = true;
      await db.$client.end();
    },
  };
}

/** Applies the migrations. Their lock belongs to a connection, so they do not go through a pooler. */
async function migrateDirectly(
  url: string | undefined,
  db: Database,
  migrations: string,
): Promise<void> {
  if (url === undefined) return migrateDatabase(db, migrations);
  const directDb = openDatabase({ connectionString: url, max: 1 });
  try {
    await migrateDatabase(directDb, migrations);
  } finally {
    await directDb.$client.end();
  }
}

const readVersion = declareStatement<{ server_version: string }, Record<string, never>>(
  { server_version: text },
  sql`show server_version`,
);

async function requireVersion(db: Database): Promise<void> {
  const [row] = await readVersion(db, {});
  const version = row?.server_version ?? 'unknown';
  if (Number.parseInt(version, 10) >= oldestPostgres) return;
  throw new Error(`it is Postgres ${version}, and Guildhall needs ${oldestPostgres} or newer`);
}

/** The innermost cause of an error in one line. The query builder's own message contains the whole query. */
function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return describeCause(error.cause);
  // If several IP addresses fail, the error has a code but no message.
  const code = 'code' in error ? String(error.code) : error.name;
  return (error.message || code).replaceAll(/\s+/g, ' ');
}
