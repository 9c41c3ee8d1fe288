import type { TestCounts } from './counts.ts';

/** The JSON report of Vitest, as far as it is read here. */
export interface VitestReport {
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

/** The JSON report of Playwright, as far as it is read here. */
export interface PlaywrightReport {
  suites: PlaywrightSuite[];
  /** Errors outside of all tests. */
  errors: unknown[];
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; file: string; tests: { status: string }[] }[];
}

/** Counts the tests of Vitest. A skipped test and a file that could not be loaded count as failed. */
export function countVitest({ testResults }: VitestReport): TestCounts {
  const counts: TestCounts = { passed: 0, failed: 0, flaky: [] };
  for (const { status, assertionResults } of testResults) {
    const passed = assertionResults.filter((one) => one.status === 'passed').length;
    const isNotLoaded = status !== 'passed' && passed === assertionResults.length;
    counts.passed += passed;
    counts.failed += assertionResults.length - passed + (isNotLoaded ? 1 : 0);
  }
  return counts;
}

/** Counts the tests of Playwright. A skipped test and an error outside of all tests count as failed. */
export function countPlaywright({ suites, errors }: PlaywrightReport): TestCounts {
  const counts: TestCounts = { passed: 0, failed: errors.length, flaky: [] };
  const visit = ({ title, suites = [], specs }: PlaywrightSuite, outer: string[]) => {
    const names = [...outer, title];
    for (const spec of specs) {
      for (const { status } of spec.tests) {
        if (status === 'expected' || status === 'flaky') counts.passed += 1;
        else counts.failed += 1;
        if (status === 'flaky') counts.flaky.push([...names, spec.title].join(' › '));
      }
    }
    for (const suite of suites) visit(suite, names);
  };
  for (const suite of suites) visit(suite, []);
  return counts;
}
