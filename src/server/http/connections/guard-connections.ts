import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { connection } from '#shared/constants/requests.ts';
import { networkOf } from '../request-facts.ts';
import { AddressCounts } from './address-counts.ts';
import { boundArrival } from './bound-arrival.ts';
import { takeTurns } from './request-turns.ts';

type Limits = {
  [Name in keyof Pick<
    typeof connection,
    'unansweredMax' | 'waitingMax' | 'perAddress' | 'stalledMs' | 'arrivalMs'
  >]: number;
};

/**
 * Bounds what a client can hold by its connections alone. Call it when all other listeners of the server
 * are in place. Behind a trusted proxy all connections are the proxy's, and are not counted by address.
 */
export function guardConnections(
  server: Server,
  { behindProxy, limits }: { behindProxy: boolean; limits: Limits },
): void {
  if (!behindProxy) boundByAddress(server, limits.perAddress);

  const isBusy = takeTurns(server, limits);
  boundArrival(server, limits.arrivalMs);
  // Node counts it as activity when the client reads only a part of what waits for it. While nothing
  // waits for the client, the client waits for us: for a page, or for an event by long polling.
  server.setTimeout(limits.stalledMs, (socket: Socket) => {
    if (!isBusy(socket) || socket.writableLength > 0) socket.destroy();
  });
}

function boundByAddress(server: Server, max: number): void {
  const counts = new AddressCounts();
  server.on('connection', (socket) => {
    const address = networkOf(socket.remoteAddress ?? '');
    if (counts.of(address) >= max) {
      socket.destroy();
      return;
    }
    counts.add(address, 1);
    socket.once('close', () => counts.add(address, -1));
  });
}
