import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { processFlags } from '#test/fixtures/process-flags.ts';

/** The application with extra routes for comparison, in its own process. */
export interface MeasuredServer {
  origin: string;
  /** The Cookie header of a logged-in guest. */
  cookie: string;
  stop(): Promise<void>;
}

/** Builds the bench server and starts it on a data folder. */
export async function startMeasuredServer(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<MeasuredServer> {
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync(
    process.execPath,
    ['node_modules/@react-router/dev/bin.cjs', 'build', 'bench/measured-server', '--emptyOutDir'],
    { stdio: ['ignore', 'ignore', 'inherit'], env },
  );
  const server = spawn(process.execPath, [...processFlags, 'build/bench/server/main.js'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...env,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      LOG_LEVEL: 'silent',
      ORIGIN: '',
      ...settings,
    },
  });
  const exited = once(server, 'exit');
  const [line] = (await Promise.race([
    once(createInterface(server.stdout), 'line'),
    exited.then(([code]) => {
      throw new Error(`The server to measure ended with ${code}.`);
    }),
  ])) as string[];
  const { origin, cookie }: { origin: string; cookie: string } = JSON.parse(line ?? '');
  return {
    origin,
    cookie,
    async stop() {
      // The guard process of the embedded Postgres stops Postgres.
      server.kill('SIGKILL');
      await exited;
    },
  };
}
