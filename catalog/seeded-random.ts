export type Random = {
  /** A real number from `min` up to, not including, `max`. */
  between(min: number, max: number): number;
  pick<T>(from: readonly [T, ...T[]]): T;
};

/**
 * Creates a random generator. The same seed gives the same numbers on every machine, so that pictures
 * change only with their inputs.
 */
export function createSeededRandom(seed: string): Random {
  let state = 2166136261;
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 16777619);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    between: (min, max) => min + next() * (max - min),
    pick: (from) => from[Math.floor(next() * from.length)] ?? from[0],
  };
}
