import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A proxy to the application that can stop forwarding bytes without closing connections. */
export interface StallingProxy {
  origin: string;
  /** Forwards nothing until the returned function is called, then everything that has arrived, in order. */
  hold(): () => void;
  /** Holds for `ms` milliseconds. */
  stall(ms: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a proxy. While it stalls, it keeps connections open and accepts new ones. */
export async function startStallingProxy(origin: string): Promise<StallingProxy> {
  const target = new URL(origin);
  const open = new Set<Socket>();
  /** Delayed actions; null while the proxy does not stall. */
  let delayed: (() => void)[] | null = null;

  function pass(act: () => void): void {
    if (delayed) delayed.push(act);
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
  function hold(): () => void {
    delayed = [];
    return () => {
      const acts = delayed ?? [];
      delayed = null;
      for (const act of acts) act();
    };
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold,
    async stall(ms) {
      const resume = hold();
      await pause(ms);
      resume();
    },
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
