import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { cleanUp, makeDataDir, spawnGuildhall } from '#test/crash/guildhall-process.ts';

/** An instance with a `DATA_DIR` of its own, as on a machine of its own, on a database of several. */
export interface Machine {
  port: number;
  origin: string;
  /** The primary process, or the only one. */
  process(): ChildProcess;
  /** Kills it with SIGKILL and waits until it has ended. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The machines of a site have one encryption key. The tests sign cookies with the secrets of the database. */
const encryptionKey = 'a key that all machines of the test have\n';

/** Starts an instance whose settings have a `DATABASE_URL`. */
export async function startMachine(settings: Record<string, string>): Promise<Machine> {
  const dataDir = await makeDataDir();
  await writeFile(path.join(dataDir, 'encryption-key'), encryptionKey, { mode: 0o600 });
  let port = 0;
  let running: ReturnType<typeof spawnGuildhall>;

  async function start(): Promise<void> {
    running = spawnGuildhall(dataDir, { ...settings, PORT: String(port) });
    const { child, exited, errors } = running;
    const failed = exited.then(async (code) => {
      throw new Error(`A machine ended with ${code} at its start: ${await errors}`);
    });
    const ready = once(createInterface(child.stdout), 'line') as Promise<[string]>;
    const [line] = await Promise.race([ready, failed]);
    failed.catch(() => undefined);
    port = Number(/:(\d+)$/.exec(line)?.[1]);
  }

  await start();
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    process: () => running.child,
    start,
    async kill() {
      running.child.kill('SIGKILL');
      await running.exited;
    },
    stop: () => cleanUp(dataDir),
  };
}
