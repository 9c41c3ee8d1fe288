import { mkdir, realpath, rmdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { lockDataDir } from './instance-lock.ts';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { DATABASE_NAME, prepareCluster } from './postgres-cluster.ts';
import { stopOrphan } from './postgres-process.ts';
import { type ServerOptions, startServer } from './postgres-server.ts';
import { makeSocketFolder } from './private-folders.ts';
import { chooseRunAs } from './unprivileged-user.ts';

export { EmbeddedPostgresError };

export interface EmbeddedPostgres {
  /** The settings for a pool; `host` is the folder of the socket (on Windows 127.0.0.1). */
  connection: { host: string; port: number; user: string; password: string; database: string };
  /** The same as a connection string, for pg and psql. It contains the password. */
  connectionString: string;
  /** The process id of Postgres. */
  pid: number;
  /** Stops Postgres fast and cleanly and unlocks the folder. It may be called again. */
  stop(): Promise<void>;
  /**
   * Resolves when Postgres has ended for any reason, with its exit code or null when it is unknown.
   */
  exited: Promise<number | null>;
}

/**
 * Starts the Postgres in `${dataDir}/postgres`, creates it at the first start, and waits until it
 * accepts connections. Postgres stops when this process ends, also after `kill -9`. Only one
 * process may use a `dataDir`. `settings` are settings of Postgres; `log` gets progress messages.
 * @throws EmbeddedPostgresError with a message for the operator, also when another process uses the
 * folder.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log?: (line: string) => void;
  settings?: Record<string, string>;
}): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => undefined);
  const dataDir = await makeDataDir(options.dataDir);
  const binaries = await findPostgresBinaries();
  const unlock = await lockDataDir(dataDir).catch((error: unknown) => {
    throw toOperatorError(error, dataDir);
  });
  try {
    const runAs = await chooseRunAs(binaries, dataDir);
    await stopOrphan(`${dataDir}/postgres`, binaries, log);
    const password = await prepareCluster(dataDir, binaries, runAs, log);
    const listenOn: ServerOptions['listenOn'] =
      process.platform === 'win32'
        ? { port: await freePort() }
        : { socketFolder: await makeSocketFolder(dataDir, runAs) };
    const settings = options.settings ?? {};
    const server = await startServer({ dataDir, binaries, runAs, listenOn, settings, log });
    const exited = server.exited.then(async (code) => {
      // Nobody else would delete a folder in the system's temporary folder.
      if ('socketFolder' in listenOn && !listenOn.socketFolder.startsWith(dataDir)) {
        await rmdir(listenOn.socketFolder).catch(() => undefined);
      }
      await unlock();
      return code;
    });
    const connection = {
      host: 'port' in listenOn ? '127.0.0.1' : listenOn.socketFolder,
      port: 'port' in listenOn ? listenOn.port : 5432,
      user: DATABASE_NAME,
      password,
      database: DATABASE_NAME,
    };
    const stop = async () => {
      await server.stop();
      await exited;
    };
    return {
      connection,
      connectionString: connectionString(connection),
      pid: server.pid,
      stop,
      exited,
    };
  } catch (error) {
    await unlock();
    throw toOperatorError(error, dataDir);
  }
}

async function makeDataDir(path: string): Promise<string> {
  const wanted = resolve(path);
  try {
    await mkdir(wanted, { recursive: true });
    return await realpath(wanted);
  } catch (error) {
    throw toOperatorError(error, wanted);
  }
}

/** Turns an error of the file system (no space, no permission) into a message for the operator. */
function toOperatorError(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  return new EmbeddedPostgresError(`Cannot use ${dataDir}: ${error.message}`, { cause: error });
}

function connectionString(connection: EmbeddedPostgres['connection']): string {
  const { host, port, user, password, database } = connection;
  // The host as a query parameter is the only form for a socket that both pg and libpq understand.
  const query = new URLSearchParams({ host, port: String(port) });
  return `postgresql://${user}:${password}@/${database}?${query.toString().replaceAll('+', '%20')}`;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address && typeof address === 'object') return address.port;
  throw new EmbeddedPostgresError('No free port on 127.0.0.1');
}
