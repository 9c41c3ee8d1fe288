import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createSeededRandom } from '#catalog/seeded-random.ts';

/** A proxy to the application that loses requests and responses. */
export interface LossyProxy {
  origin: string;
  /** The lost responses of completed requests, and the requests that were cut. */
  lost: { answers: number; requests: number };
  /** Sends further requests to another origin, for example after a restart. */
  forwardTo(origin: string): void;
  stop(): Promise<void>;
}

/**
 * Starts a proxy that drops 30% of the responses after the server has answered completely, and cuts 10% of
 * the requests in the middle of their bodies.
 */
export async function startLossyProxy(origin: string): Promise<LossyProxy> {
  const chance = createSeededRandom('lossy-proxy');
  const lost = { answers: 0, requests: 0 };
  let target = new URL(origin);

  const server = createServer((incoming, outgoing) => {
    relay(incoming, outgoing).catch(() => outgoing.destroy());
  });

  async function relay(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const fate = chance.between(0, 1);
    const { method, url, headers } = incoming;
    const { hostname, port } = target;
    const onward = request({ hostname, port, method, path: url, headers, agent: false });
    if (fate < 0.1) {
      lost.requests += 1;
      onward.on('error', () => undefined);
      onward.write(body.subarray(0, Math.floor(body.length / 2)), () => onward.destroy());
      outgoing.destroy();
      return;
    }
    onward.end(body);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    const content = await buffer(answer);
    if (fate < 0.4) {
      lost.answers += 1;
      outgoing.destroy();
      return;
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders).end(content);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lost,
    forwardTo(next) {
      target = new URL(next);
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
