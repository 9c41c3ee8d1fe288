/** Whether this run also has the variants that `npm test` leaves out. `npm run test:nightly` sets it. */
const isNightly = process.env.TEST_NIGHTLY === '1';

/** The variants that every run has, and those that only the nightly run has as well. */
export function withNightly<T>(always: readonly T[], nightly: readonly T[]): T[] {
  return isNightly ? [...always, ...nightly] : [...always];
}

/** The number of rounds of a test: more in the nightly run. */
export function roundsOfRun(always: number, nightly: number): number {
  return isNightly ? nightly : always;
}
