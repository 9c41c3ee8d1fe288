import type { ServerResponse } from 'node:http';
import type { WebSocket } from 'ws';
import { socketConstants } from '#shared/constants/sockets.ts';
import type { LiveSocket } from './socket-types.ts';

type Raw = LiveSocket['conn'];

/** What the transports of engine.io write to: a WebSocket, or the response to the poll that waits. */
interface Outlet {
  socket?: WebSocket;
  res?: ServerResponse | null;
}

/** What one connection was given to send and has not sent. */
interface Output {
  bytes: number;
  accountId: string | null;
  cut(): void;
}

/** Ends a connection at once, whatever it has not sent: an orderly end waits until its client reads. */
export function cutConnection(raw: Raw): void {
  const { socket } = raw.transport as Outlet;
  raw.close(true);
  socket?.terminate();
}

/**
 * Counts what connections have not sent, as their clients do not read it: of one connection, of one
 * account and of all there is a bound. Beyond it the connection that holds most is cut.
 */
export function limitUnsentBytes() {
  const outputs = new Map<Raw, Output>();
  const ofAccounts = new Map<string, Set<Output>>();
  let all = 0;

  function add(output: Output, bytes: number): void {
    output.bytes += bytes;
    all += bytes;
    if (bytes > 0) bound(output);
  }

  function bound(output: Output): void {
    const own = ofAccounts.get(output.accountId ?? '') ?? [];
    if (output.bytes > socketConstants.unsentMaxBytes) output.cut();
    else if (sumOf(own) > socketConstants.unsentOfAccountBytes) largest(own)?.cut();
    if (all > socketConstants.unsentOfAllBytes) largest(outputs.values())?.cut();
  }

  function remove(raw: Raw, output: Output): void {
    outputs.delete(raw);
    const own = ofAccounts.get(output.accountId ?? '');
    own?.delete(output);
    if (own?.size === 0) ofAccounts.delete(output.accountId ?? '');
  }

  return {
    /** Watches a connection from its begin to its end. */
    watch(raw: Raw): void {
      /** In the queue of the connection, and what was handed to its transport, with how to drop it. */
      let queued = 0;
      const flights = new Map<() => void, number>();
      const output: Output = { bytes: 0, accountId: null, cut };
      outputs.set(raw, output);

      function cut(): void {
        cutConnection(raw);
        drop();
      }

      function drop(): void {
        for (const end of flights.keys()) end();
        flights.clear();
        queued = 0;
        add(output, -output.bytes);
        remove(raw, output);
      }

      raw.on('packetCreate', ({ data = '' }: { data?: string | Buffer }) => {
        const bytes = Buffer.byteLength(data) + socketConstants.packetBytes;
        queued += bytes;
        add(output, bytes);
      });
      raw.on('flush', () => {
        const { socket, res } = raw.transport as Outlet;
        const end = () => (res ? res.destroy() : socket?.terminate());
        flights.set(end, queued);
        queued = 0;
        const sent = () => {
          add(output, -(flights.get(end) ?? 0));
          flights.delete(end);
        };
        if (res) res.once('close', sent);
        else raw.transport.once('drain', sent);
      });
      raw.once('close', () => {
        add(output, -queued);
        queued = 0;
        // What the system took by then is on its way; what it did not take waits for a client that does not read.
        setImmediate(drop);
      });
    },

    /** Says whose a connection is. */
    assign(raw: Raw, accountId: string): void {
      const output = outputs.get(raw);
      if (!output) return;
      output.accountId = accountId;
      const own = ofAccounts.get(accountId) ?? new Set();
      ofAccounts.set(accountId, own.add(output));
    },
  };
}

function sumOf(outputs: Iterable<Output>): number {
  let sum = 0;
  for (const { bytes } of outputs) sum += bytes;
  return sum;
}

function largest(outputs: Iterable<Output>): Output | undefined {
  let found: Output | undefined;
  for (const output of outputs) if (!found || output.bytes > found.bytes) found = output;
  return found;
}
