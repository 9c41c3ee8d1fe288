import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createSeededRandom } from '#catalog/seeded-random.ts';

/** A proxy to the application that cuts connections. */
export interface CuttingProxy {
  origin: string;
  /** The number of cut connections so far. */
  cuts(): number;
  /** Sends new connections to another origin, for example after a restart. */
  forwardTo(origin: string): void;
  /** Cuts no more connections. */
  stopCutting(): void;
  stop(): Promise<void>;
}

/** The random time after which a connection is cut. */
interface Lifetime {
  fromMs: number;
  toMs: number;
}

/** The random number of bytes of the client after which a connection is cut, and the number of cuts. */
interface Middle {
  fromBytes: number;
  toBytes: number;
  cutsMax: number;
}

/**
 * Starts a proxy that cuts each connection after a time, or with a `Middle` only while the client sends.
 */
export async function startCuttingProxy(
  origin: string,
  when: Lifetime | Middle,
): Promise<CuttingProxy> {
  const chance = createSeededRandom('cutting-proxy');
  const open = new Set<Socket>();
  let target = new URL(origin);
  let cuts = 0;
  let isCalm = false;

  const server = createServer((incoming) => {
    const outgoing = connect(Number(target.port), target.hostname);
    function cut() {
      if (isCalm) return;
      cuts += 1;
      isCalm = 'cutsMax' in when && cuts === when.cutsMax;
      incoming.resetAndDestroy();
      outgoing.resetAndDestroy();
    }
    let timer: NodeJS.Timeout | undefined;
    if ('fromMs' in when) {
      timer = setTimeout(cut, chance.between(when.fromMs, when.toMs));
    } else {
      let left = chance.between(when.fromBytes, when.toBytes);
      incoming.on('data', ({ byteLength }: Buffer) => {
        left -= byteLength;
        if (left < 0 && !incoming.destroyed) cut();
      });
    }
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(socket);
      socket.setNoDelay();
      socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        clearTimeout(timer);
        other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts: () => cuts,
    forwardTo(next) {
      target = new URL(next);
    },
    stopCutting() {
      isCalm = true;
    },
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
