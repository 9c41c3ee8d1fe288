const units = [
  { name: 'hour', ms: 3_600_000 },
  { name: 'minute', ms: 60_000 },
  { name: 'second', ms: 1_000 },
] as const;

/** Formats milliseconds in the largest fitting unit, with one decimal if needed: `15 seconds`. */
export function formatDuration(ms: number): string {
  const unit = units.find((candidate) => ms >= candidate.ms) ?? units[2];
  const amount = Number((ms / unit.ms).toFixed(1));
  return `${amount} ${unit.name}${amount === 1 ? '' : 's'}`;
}

/** Formats a waiting time in hours and minutes, rounded up to the minute: `7 hours 12 minutes`. */
export function formatWait(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  const parts = [
    formatCount(Math.floor(minutes / 60), 'hour'),
    formatCount(minutes % 60, 'minute'),
  ];
  return parts.filter((part) => part !== null).join(' ');
}

function formatCount(amount: number, name: string): string | null {
  return amount === 0 ? null : `${amount} ${name}${amount === 1 ? '' : 's'}`;
}

/** Formats the time for which a game was played: `less than a minute`, `42 minutes`, `3.5 hours`. */
export function formatPlayedTime(ms: number): string {
  if (ms < 60_000) return 'less than a minute';
  return formatDuration(ms < 3_600_000 ? Math.floor(ms / 60_000) * 60_000 : ms);
}
