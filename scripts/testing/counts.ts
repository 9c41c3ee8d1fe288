/** The results of some tests. */
export interface TestCounts {
  passed: number;
  /** What failed, by name. An error outside of all tests is named by its message. */
  failures: string[];
  /** The names of the tests among the passed ones that passed only on a retry. */
  flaky: string[];
}

/** A test can be late on a busy machine. More flaky tests than this show a defect. */
export const flakyMax = 2;

/** Adds the results of several runners. */
export function mergeCounts(all: readonly TestCounts[]): TestCounts {
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failures: all.flatMap(({ failures }) => failures),
    flaky: all.flatMap(({ flaky }) => flaky),
  };
}

/**
 * The last lines of a run: what failed, the flaky tests, and 'N passed, N failed'. If too many tests are
 * flaky, they are counted as failed.
 */
export function summarize({ passed, failures, flaky }: TestCounts, acceptedFlaky = flakyMax) {
  const flakyFailed = flaky.length > acceptedFlaky ? flaky.length : 0;
  const failed = failures.length + flakyFailed;
  const verdict = flakyFailed > 0 ? ` (more than ${acceptedFlaky}, so they count as failed)` : '';
  const names = flaky.length > 0 ? `: ${flaky.join('; ')}` : '';
  return {
    lines: [
      ...failures.map((failure) => `Failed: ${failure}`),
      `${flaky.length} flaky${verdict}${names}`,
      `${passed - flakyFailed} passed, ${failed} failed`,
    ],
    isPassed: failed === 0,
  };
}
