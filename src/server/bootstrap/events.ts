import type {
  DomainEvent,
  EventListener,
  EventOrigin,
  Events,
  ReceivedEvent,
} from '#domain/events.ts';
import type { EventTransport } from '#domain/system/nodes/event-transport.ts';
import { packEvents, readEvents, serializeEvent } from '#domain/system/nodes/serialize-events.ts';
import { nodeConstants } from '#shared/constants/server/nodes.ts';
import type { Logger } from './log.ts';

/**
 * Delivers events to the listeners of this process at once, and to those of the other nodes through a
 * transport. An error of a listener is only logged.
 */
export interface EventHub extends Events {
  listen(listener: EventListener): () => void;
  /** Resolves when events of other nodes arrive, or when the first attempt to connect has failed. */
  connected: Promise<void>;
  /** Sends the collected events to the other nodes and disconnects from them. */
  stop(): Promise<void>;
}

interface OtherNodes {
  /** The id of this node. */
  nodeId: string;
  transport: EventTransport;
}

/** Creates the events of this node. Without `others` it is the only node. */
export function createEvents(
  log: Pick<Logger, 'error' | 'warn'>,
  others: OtherNodes | null = null,
): EventHub {
  const listeners = new Set<EventListener>();
  const sender = others && createSender(others);

  function deliver(event: ReceivedEvent, origin: EventOrigin): void {
    for (const listener of listeners) {
      try {
        listener(event, origin);
      } catch (error) {
        log.error({ err: error, event: event.type }, 'a listener failed');
      }
    }
  }

  function receive(nodeId: string, text: string): void {
    try {
      for (const event of readEvents(text, nodeId) ?? []) deliver(event, { isRemote: true });
    } catch (error) {
      log.warn({ err: error }, 'a text of another node could not be read');
    }
  }

  const connected = others?.transport.start({
    onText: (text) => receive(others.nodeId, text),
    onGap: () => deliver({ type: 'resynchronize' }, { isRemote: true }),
  });

  return {
    connected: connected ?? Promise.resolve(),
    publish(event) {
      deliver(event, { isRemote: false });
      sender?.add(event);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      await connected;
      sender?.flush();
      await others?.transport.stop();
    },
  };
}

/** Collects events for some milliseconds and sends them together. Equal events are sent once. */
function createSender({ nodeId, transport }: OtherNodes) {
  let waiting = new Set<string>();
  let timer: NodeJS.Timeout | null = null;

  function flush(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    if (waiting.size === 0) return;
    const texts = packEvents(nodeId, waiting, nodeConstants.eventTextBytes);
    waiting = new Set();
    transport.send(texts);
  }

  return {
    add(event: DomainEvent): void {
      for (const serialized of serializeEvent(event)) {
        // Of equal events the last one is sent, so that 'online, offline, online' ends online.
        waiting.delete(serialized);
        waiting.add(serialized);
      }
      timer ??= setTimeout(flush, nodeConstants.eventBatchMs);
    },
    flush,
  };
}
