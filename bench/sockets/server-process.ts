import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A socket server in its own process. */
export interface ServerProcess {
  origin: string;
  /** The used memory in bytes after a garbage collection. */
  memory(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts `bench/sockets/<name>.ts`. */
export async function startServer(
  name: 'guildhall' | 'bare-socket-io',
  env: Record<string, string>,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['--expose-gc', `bench/sockets/${name}.ts`], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...env, NODE_ENV: 'production' },
  });
  const exited = once(child, 'exit');
  const lines = createInterface(child.stdout);
  const nextLine = async () => {
    const [line] = (await Promise.race([
      once(lines, 'line'),
      exited.then(([code]) => {
        throw new Error(`The server to measure ended with ${code}.`);
      }),
    ])) as string[];
    return Number(line);
  };
  const port = await nextLine();
  return {
    origin: `http://127.0.0.1:${port}`,
    memory() {
      child.stdin.write('memory\n');
      return nextLine();
    },
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
