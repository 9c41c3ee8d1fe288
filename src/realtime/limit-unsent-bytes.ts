import type { ServerResponse } from 'node:http';
import type { WebSocket } from 'ws';
import { socketConstants } from '#shared/constants/server/sockets.ts';
import type { LiveSocket } from './socket-types.ts';

type Raw = LiveSocket['conn'];

/** What a transport of engine.io writes to: a WebSocket, or the response to the pending poll. */
interface TransportOutput {
  socket?: WebSocket;
  res?: ServerResponse | null;
}

/** The bytes that one connection has not sent yet. */
interface UnsentOutput {
  bytes: number;
  accountId: string | null;
  cut(): void;
}

/** Ends a connection at once. A regular close would wait until the client has read all output. */
export function cutConnection(raw: Raw): void {
  const { socket } = raw.transport as TransportOutput;
  raw.close(true);
  socket?.terminate();
}

/**
 * Limits the bytes that wait for clients that do not read: per connection, per account and in total. Above
 * a limit, the connection with most unsent bytes is closed.
 */
export function limitUnsentBytes() {
  const outputs = new Map<Raw, UnsentOutput>();
  const byAccount = new Map<string, Set<UnsentOutput>>();
  let total = 0;

  function add(output: UnsentOutput, bytes: number): void {
    output.bytes += bytes;
    total += bytes;
    if (bytes > 0) enforceLimits(output);
  }

  function enforceLimits(output: UnsentOutput): void {
    const own = byAccount.get(output.accountId ?? '') ?? [];
    if (output.bytes > socketConstants.unsentMaxBytes) output.cut();
    else if (sumBytes(own) > socketConstants.unsentPerAccountBytes) findLargest(own)?.cut();
    if (total > socketConstants.unsentTotalBytes) findLargest(outputs.values())?.cut();
  }

  function remove(raw: Raw, output: UnsentOutput): void {
    outputs.delete(raw);
    const own = byAccount.get(output.accountId ?? '');
    own?.delete(output);
    if (own?.size === 0) byAccount.delete(output.accountId ?? '');
  }

  return {
    /** Counts a connection's output until it closes. */
    watch(raw: Raw): void {
      let queued = 0;
      /** Bytes that were passed to a transport and not sent yet, by the function that drops them. */
      const inTransport = new Map<() => void, number>();
      const output: UnsentOutput = { bytes: 0, accountId: null, cut };
      outputs.set(raw, output);

      function cut(): void {
        cutConnection(raw);
        drop();
      }

      function drop(): void {
        for (const end of inTransport.keys()) end();
        inTransport.clear();
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
        const { socket, res } = raw.transport as TransportOutput;
        const end = () => (res ? res.destroy() : socket?.terminate());
        inTransport.set(end, queued);
        queued = 0;
        const sent = () => {
          add(output, -(inTransport.get(end) ?? 0));
          inTransport.delete(end);
        };
        if (res) res.once('close', sent);
        else raw.transport.once('drain', sent);
      });
      raw.once('close', () => {
        add(output, -queued);
        queued = 0;
        // Bytes that the system has not taken by now wait for a client that does not read.
        setImmediate(drop);
      });
    },

    /** Counts a connection for an account from now on. */
    assign(raw: Raw, accountId: string): void {
      const output = outputs.get(raw);
      if (!output) return;
      output.accountId = accountId;
      const own = byAccount.get(accountId) ?? new Set();
      byAccount.set(accountId, own.add(output));
    },
  };
}

function sumBytes(outputs: Iterable<UnsentOutput>): number {
  let sum = 0;
  for (const { bytes } of outputs) sum += bytes;
  return sum;
}

function findLargest(outputs: Iterable<UnsentOutput>): UnsentOutput | undefined {
  let largest: UnsentOutput | undefined;
  for (const output of outputs) if (!largest || output.bytes > largest.bytes) largest = output;
  return largest;
}
