import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '#domain/base-context.ts';
import type { EventTransport, TextReceiver } from '#domain/system/nodes/event-transport.ts';
import { nodeConstants } from '#shared/constants/server/nodes.ts';
import { createEventBacklog, gapText } from '../lib/event-backlog.ts';

/** An entry of the stream. */
export interface StreamEntry {
  id: string;
  text: string;
}

/** The commands of Redis that the transport uses. */
export interface EventStream {
  connect(): Promise<void>;
  /** Appends a text and removes the oldest ones above the limit. */
  append(text: string, maxEntries: number): Promise<void>;
  /** Returns the entries after `id`. Waits up to `blockMs` milliseconds for the first one. */
  readAfter(id: string, blockMs: number): Promise<StreamEntry[]>;
  /** The ids of the oldest and the newest entry; null for an empty stream. */
  getBounds(): Promise<{ first: string; last: string } | null>;
  close(): Promise<void>;
}

/** A read waits this long for the next entry. */
const blockMs = 5_000;
const [retryMinMs, retryMaxMs] = [100, 2_000];
/** How long a node that stops waits for its last texts to be sent, in milliseconds. */
const lastSendMs = 2_000;
const startId = '0-0';

/**
 * Carries texts between nodes with a Redis stream. Each node reads on from the last entry that it has read. So
 * nothing is lost while Redis or a connection stops for a while.
 */
export function createRedisEventTransport(stream: EventStream, log: Log): EventTransport {
  const backlog = createEventBacklog(nodeConstants.eventsWaitingBytes);
  let isStopped = false;
  let sending: Promise<void> | null = null;
  let reading: Promise<void> = Promise.resolve();

  async function read(receiver: TextReceiver): Promise<void> {
    let lastId: string | null = null;
    // The first read after a failure checks whether Redis still has what follows.
    let mustCheck = true;
    let hasFailedAtStart = false;
    let waitMs = retryMinMs;
    while (!isStopped) {
      try {
        if (mustCheck) {
          const bounds = await stream.getBounds();
          if (lastId === null ? hasFailedAtStart : hasLost(lastId, bounds)) {
            receiver.onGap();
            lastId = null;
          }
          hasFailedAtStart = false;
          lastId ??= bounds?.last ?? startId;
          mustCheck = false;
        }
        const entries = await stream.readAfter(lastId ?? startId, blockMs);
        waitMs = retryMinMs;
        for (const { id, text } of entries) {
          lastId = id;
          if (text === gapText) receiver.onGap();
          else receiver.onText(text);
        }
        // A node that reads too slowly may be overtaken by the limit of the stream.
        if (entries.length >= slowCount) mustCheck = true;
      } catch (error) {
        if (isStopped) return;
        log.warn({ err: error }, 'events of other nodes could not be read');
        mustCheck = true;
        hasFailedAtStart ||= lastId === null;
        await pause(waitMs * (0.5 + Math.random()), undefined, { ref: false });
        waitMs = Math.min(waitMs * 2, retryMaxMs);
      }
    }
  }

  function flush(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = null;
    });
    return sending;
  }

  async function sendAll(): Promise<void> {
    let waitMs = retryMinMs;
    while (!backlog.isEmpty()) {
      const isGap = backlog.takeDropped();
      const texts = isGap ? [gapText] : backlog.peek(1);
      try {
        for (const text of texts) await stream.append(text, nodeConstants.eventStreamEntries);
        backlog.remove(texts);
        waitMs = retryMinMs;
      } catch (error) {
        if (isGap) backlog.markDropped();
        if (isStopped) return;
        log.warn({ err: error }, 'events could not be sent to the other nodes; they wait');
        await pause(waitMs, undefined, { ref: false });
        waitMs = Math.min(waitMs * 2, retryMaxMs);
      }
    }
  }

  return {
    async start(receiver) {
      // Redis may be down: the server starts, and connects later.
      await stream.connect();
      reading = read(receiver);
    },
    send(texts) {
      backlog.add(texts);
      void flush();
    },
    async stop() {
      isStopped = true;
      await Promise.race([flush(), pause(lastSendMs, undefined, { ref: false })]);
      await stream.close();
      await reading;
    },
  };
}

/** So many entries at once mean that the reader is behind. */
export const slowCount = 1_000;

/** Whether entries after `lastId` are gone: the stream was cut further, emptied or replaced by an older one. */
function hasLost(lastId: string, bounds: { first: string; last: string } | null): boolean {
  if (lastId === startId) return false;
  if (bounds === null) return true;
  return compareIds(bounds.first, lastId) > 0 || compareIds(bounds.last, lastId) < 0;
}

/** Compares ids of stream entries: milliseconds and a number. */
function compareIds(a: string, b: string): number {
  const [aMs = 0n, aNumber = 0n] = a.split('-').map(BigInt);
  const [bMs = 0n, bNumber = 0n] = b.split('-').map(BigInt);
  if (aMs !== bMs) return aMs < bMs ? -1 : 1;
  return aNumber === bNumber ? 0 : aNumber < bNumber ? -1 : 1;
}
