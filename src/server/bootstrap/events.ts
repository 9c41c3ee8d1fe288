import type { DomainEvent, Events } from '#domain/events.ts';
import type { Logger } from './log.ts';

/** Carries events to what listens in this process; a listener that fails is logged, not felt. */
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
