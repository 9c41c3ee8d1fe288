const dayMs = 24 * 60 * 60 * 1000;

/** The UTC calendar day of `date` as `YYYY-MM-DD`. All daily limits use it. */
export function utcDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** The UTC day `YYYY-MM-DD` that was `days` days before `date`. */
export function utcDayBefore(date: Date, days: number): string {
  return utcDay(new Date(date.getTime() - days * dayMs));
}

/** The first instant of the UTC day of `date`. */
export function utcDayStart(date: Date): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()));
}

/** The first instant of the UTC day after `date`. */
export function nextUtcDay(date: Date): Date {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + 1));
}

/** The UTC calendar month of `date` as `YYYY-MM`. */
export function utcMonth(date: Date): string {
  return date.toISOString().slice(0, 7);
}
