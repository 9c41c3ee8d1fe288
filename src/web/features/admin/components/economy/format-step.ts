const dayFormat = new Intl.DateTimeFormat('en-US', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});
const monthFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A UTC day (`YYYY-MM-DD`) as `Mar 13`, or a month (`YYYY-MM`) as `Mar 2026`. */
export function formatStep(step: string): string {
  const isDay = step.length > 7;
  const date = new Date(`${step}${isDay ? '' : '-01'}T00:00:00Z`);
  return (isDay ? dayFormat : monthFormat).format(date);
}
