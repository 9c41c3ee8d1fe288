import type { Clock } from '../base-context.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The time that was `days` days ago. */
export function subtractDays(clock: Clock, days: number): Date {
  return new Date(clock.now().getTime() - days * dayMs);
}
