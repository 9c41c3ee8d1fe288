const dayMs = 24 * 60 * 60 * 1000;

/** The UTC day `YYYY-MM-DD` of a time, or of some days before it. */
export function toUtcDay(time: Date, daysBefore = 0): string {
  return new Date(time.getTime() - daysBefore * dayMs).toISOString().slice(0, 10);
}
