import type { IncomingMessage } from 'node:http';
import type { BodyReader } from './read-body.ts';

/**
 * Creates a reader of a request's body directly on the connection. A web stream would double the time of
 * a short call.
 */
export function createIncomingReader(incoming: IncomingMessage): BodyReader {
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
