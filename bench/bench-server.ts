import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** The application with the routes it is compared with, as a process of its own. */
export interface BenchServer {
  origin: string;
  /** The Cookie header of somebody who is logged in. */
  cookie: string;
  stop(): Promise<void>;
}

/** Builds and starts it over an empty folder. */
export async function startBenchServer(dataDir: string): Promise<BenchServer> {
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync(
    process.execPath,
    ['node_modules/@react-router/dev/bin.cjs', 'build', 'bench/host', '--emptyOutDir'],
    { stdio: ['ignore', 'ignore', 'inherit'], env },
  );
  const server = spawn(process.execPath, ['build/bench/server/main.js'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...env, DATA_DIR: dataDir, DATABASE_URL: '', LOG_LEVEL: 'silent', ORIGIN: '' },
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
      // Its guard stops Postgres.
      server.kill('SIGKILL');
      await exited;
    },
  };
}
