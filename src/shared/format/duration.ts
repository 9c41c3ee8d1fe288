const units = [
  { name: 'hour', ms: 3_600_000 },
  { name: 'minute', ms: 60_000 },
  { name: 'second', ms: 1_000 },
] as const;

/** Writes milliseconds in the largest unit that fits, with one decimal where needed: `15 seconds`. */
export function describeDuration(ms: number): string {
  const unit = units.find((candidate) => ms >= candidate.ms) ?? units[2];
  const amount = Number((ms / unit.ms).toFixed(1));
  return `${amount} ${unit.name}${amount === 1 ? '' : 's'}`;
}

/** Writes a wait in hours and minutes, rounded up to the minute: `7 hours 12 minutes`. */
export function describeWait(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  const parts = [counted(Math.floor(minutes / 60), 'hour'), counted(minutes % 60, 'minute')];
  return parts.filter((part) => part !== null).join(' ');
}

function counted(amount: number, name: string): string | null {
  return amount === 0 ? null : `${amount} ${name}${amount === 1 ? '' : 's'}`;
}
