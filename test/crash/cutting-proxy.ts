import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { seeded } from '#catalog/art/random.ts';

/** A way to the application on which no connection lasts. */
export interface CuttingProxy {
  origin: string;
  /** Connections that were cut so far. */
  cuts(): number;
  /** Where connections go from now on, as after a restart. */
  leadTo(origin: string): void;
  /** From now on connections last. */
  calm(): void;
  stop(): Promise<void>;
}

/** After how long a connection is cut, at random. */
interface Lifetime {
  fromMs: number;
  toMs: number;
}

/** After how many bytes of the client's, and how many connections before the line is calm. */
interface Middle {
  fromBytes: number;
  toBytes: number;
  cutsMax: number;
}

/**
 * Starts a proxy that cuts each connection after a while, whatever it does then; or, with a `Middle`, in
 * the middle of what is sent and not otherwise.
 */
export async function startCuttingProxy(
  origin: string,
  when: Lifetime | Middle,
): Promise<CuttingProxy> {
  const chance = seeded('cutting-proxy');
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
    leadTo(next) {
      target = new URL(next);
    },
    calm() {
      isCalm = true;
    },
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
