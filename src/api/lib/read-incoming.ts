import type { IncomingMessage } from 'node:http';
import type { BodyReader } from './read-body.ts';

/**
 * Reads the body of a request from the connection. A web stream over it does the same in about as much
 * time as everything else that a short call needs.
 */
export function readIncoming(incoming: IncomingMessage): BodyReader {
  let cancelled = false;
  let wake = () => {};
  const changed = () => wake();
  const events = ['readable', 'end', 'error', 'close'] as const;
  for (const event of events) incoming.on(event, changed);
  return {
    async read() {
      for (;;) {
        if (cancelled || incoming.readableEnded) return { done: true, value: undefined };
        const value: Uint8Array | null = incoming.read();
        if (value !== null) return { done: false, value };
        if (!incoming.readableEnded) {
          if (incoming.destroyed) throw incoming.errored ?? new Error('The connection was closed.');
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    },
    async cancel() {
      cancelled = true;
      wake();
    },
    releaseLock() {
      for (const event of events) incoming.off(event, changed);
    },
  };
}
