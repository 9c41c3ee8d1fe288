import { EventEmitter } from 'node:events';
import type { DomainEvent, Events } from '#domain/events.ts';
import type { Logger } from './log.ts';

/** Carries events to what listens in this process; a listener that fails is logged, not felt. */
export interface EventHub extends Events {
  listen(listener: (event: DomainEvent) => void): () => void;
}

export function createEvents(log: Logger): EventHub {
  const emitter = new EventEmitter<{ event: [DomainEvent] }>();
  return {
    publish(event) {
      try {
        emitter.emit('event', event);
      } catch (error) {
        log.error({ err: error, event: event.type }, 'a listener failed');
      }
    },
    listen(listener) {
      emitter.on('event', listener);
      return () => emitter.off('event', listener);
    },
  };
}
