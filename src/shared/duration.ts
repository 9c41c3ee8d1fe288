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
