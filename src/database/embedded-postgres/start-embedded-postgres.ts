import { mkdir, realpath, rmdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { findBinaries } from './binaries.ts';
import { DATABASE, prepareCluster } from './cluster.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { lockDataDir } from './instance-lock.ts';
import { endOrphan } from './postmaster.ts';
import { makeSocketFolder } from './private-folders.ts';
import { type ServerOptions, startServer } from './server.ts';
import { chooseRunAs } from './unprivileged-user.ts';

export { EmbeddedPostgresError };

export interface EmbeddedPostgres {
  /** For a pool; `host` is the folder of the socket (on Windows 127.0.0.1). */
  connection: { host: string; port: number; user: string; password: string; database: string };
  /** The same as one text, for pg and for psql. Holds the password. */
  connectionString: string;
  /** The process id of Postgres itself. */
  pid: number;
  /** Stops Postgres fast and cleanly and gives the folder back. May be called again. */
  stop(): Promise<void>;
  /** Resolves when Postgres has ended for whatever reason: its exit code, null when unknown. */
  exited: Promise<number | null>;
}

/**
 * Starts the Postgres under `${dataDir}/postgres`, creating it at first, and waits until it takes
 * connections. It stops when this process ends, also by `kill -9`. Only one process may hold a
 * `dataDir`: a second start is refused with an EmbeddedPostgresError, as is everything else that
 * the operator has to put right. `settings` are settings of Postgres, `log` gets progress lines.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log?: (line: string) => void;
  settings?: Record<string, string>;
}): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => undefined);
  const dataDir = await makeDataDir(options.dataDir);
  const binaries = await findBinaries();
  const unlock = await lockDataDir(dataDir).catch((error: unknown) => {
    throw plainError(error, dataDir);
  });
  try {
    const runAs = await chooseRunAs(binaries, dataDir);
    await endOrphan(`${dataDir}/postgres`, binaries, log);
    const password = await prepareCluster(dataDir, binaries, runAs, log);
    const address: ServerOptions['address'] =
      process.platform === 'win32'
        ? { port: await freePort() }
        : { socketFolder: await makeSocketFolder(dataDir, runAs) };
    const settings = options.settings ?? {};
    const server = await startServer({ dataDir, binaries, runAs, address, settings, log });
    const exited = server.exited.then(async (code) => {
      // A folder that had to be among the temporary files would stay there for good.
      if ('socketFolder' in address && !address.socketFolder.startsWith(dataDir)) {
        await rmdir(address.socketFolder).catch(() => undefined);
      }
      await unlock();
      return code;
    });
    const connection = {
      host: 'port' in address ? '127.0.0.1' : address.socketFolder,
      port: 'port' in address ? address.port : 5432,
      user: DATABASE,
      password,
      database: DATABASE,
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
    throw plainError(error, dataDir);
  }
}

async function makeDataDir(path: string): Promise<string> {
  const wanted = resolve(path);
  try {
    await mkdir(wanted, { recursive: true });
    return await realpath(wanted);
  } catch (error) {
    throw plainError(error, wanted);
  }
}

/** Trouble with files (no space, no right) as the line for the operator that it deserves. */
function plainError(error: unknown, dataDir: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  return new EmbeddedPostgresError(`Cannot use ${dataDir}: ${error.message}`, { cause: error });
}

function connectionString(connection: EmbeddedPostgres['connection']): string {
  const { host, port, user, password, database } = connection;
  // The host in the query is the one form for a socket that pg and libpq both read.
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
