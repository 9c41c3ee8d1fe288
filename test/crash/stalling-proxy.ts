import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A way to the application that can stop passing bytes, without a word to either side. */
export interface StallingProxy {
  origin: string;
  /** Passes nothing for so long, then what has come in the meantime, in order. */
  stall(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a proxy that keeps every connection, and accepts new ones, while it stalls. */
export async function startStallingProxy(origin: string): Promise<StallingProxy> {
  const target = new URL(origin);
  const open = new Set<Socket>();
  /** What is to be passed on; null while nothing is held back. */
  let held: (() => void)[] | null = null;

  function pass(act: () => void): void {
    if (held) held.push(act);
    else act();
  }

  const server = createServer((incoming) => {
    const outgoing = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(socket);
      socket.setNoDelay();
      socket.on('data', (chunk) => pass(() => other.writable && other.write(chunk)));
      socket.on('end', () => pass(() => other.end()));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        pass(() => other.destroy());
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stall(ms) {
      held = [];
      await pause(ms);
      const acts = held;
      held = null;
      for (const act of acts) act();
    },
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
