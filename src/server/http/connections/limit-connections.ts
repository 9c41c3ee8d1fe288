import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { connectionConstants } from '#shared/constants/server/http-requests.ts';
import { toNetwork } from '../security/client-ip-address.ts';
import { limitArrivalTime } from './limit-arrival-time.ts';
import { queueRequests } from './queue-requests.ts';

type Limits = {
  [Name in keyof Pick<
    typeof connectionConstants,
    'unansweredMax' | 'waitingMax' | 'perAddress' | 'stalledMs' | 'arrivalMs'
  >]: number;
};

/**
 * Limits connections per IP address, their unanswered requests and their idle time. Call it after all other
 * listeners of the server are added. Behind a trusted proxy, connections are not counted by IP address.
 */
export function limitConnections(
  server: Server,
  { behindProxy, limits }: { behindProxy: boolean; limits: Limits },
): void {
  if (!behindProxy) limitByAddress(server, limits.perAddress);

  const isBusy = queueRequests(server, limits);
  limitArrivalTime(server, limits.arrivalMs);
  // For Node, a client that reads a part of its response is active. If a request is running and no output
  // is pending, the client waits for us: for a page, or for an event by long polling.
  server.setTimeout(limits.stalledMs, (socket: Socket) => {
    if (!isBusy(socket) || socket.writableLength > 0) socket.destroy();
  });
}

/** Counts by IP address. An IP address whose count is back at zero takes no memory. */
class IpAddressCounts {
  readonly #counts = new Map<string, number>();

  of(address: string): number {
    return this.#counts.get(address) ?? 0;
  }

  add(address: string, by: 1 | -1): void {
    const count = this.of(address) + by;
    if (count > 0) this.#counts.set(address, count);
    else this.#counts.delete(address);
  }
}

function limitByAddress(server: Server, max: number): void {
  const counts = new IpAddressCounts();
  server.on('connection', (socket) => {
    const address = toNetwork(socket.remoteAddress ?? '');
    if (counts.of(address) >= max) {
      socket.destroy();
      return;
    }
    counts.add(address, 1);
    socket.once('close', () => counts.add(address, -1));
  });
}
