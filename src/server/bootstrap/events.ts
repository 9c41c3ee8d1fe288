import type { DomainEvent, Events } from '#domain/events.ts';
import type { Logger } from './log.ts';

/** Delivers events to the listeners of this process. An error of a listener is only logged. */
export interface EventHub extends Events {
  listen(listener: (event: DomainEvent) => void): () => void;
}

export function createEvents(log: Logger): EventHub {
  const listeners = new Set<(event: DomainEvent) => void>();
  return {
    publish(event) {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          log.error({ err: error, event: event.type }, 'a listener failed');
        }
      }
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
