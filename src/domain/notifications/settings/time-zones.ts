const known: readonly string[] = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

/** The time zones to choose from. `chosen` is one of them, also if it is an older name. */
export function listTimeZones(chosen: string): readonly string[] {
  return known.includes(chosen) ? known : [...known, chosen];
}
