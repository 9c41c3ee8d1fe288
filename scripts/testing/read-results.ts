import path from 'node:path';
import type { TestCounts } from './counts.ts';

/** The JSON report of Vitest, as far as it is read here. */
export interface VitestReport {
  testResults: {
    /** The path of the file. */
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

/** The JSON report of Playwright, as far as it is read here. */
export interface PlaywrightReport {
  suites: PlaywrightSuite[];
  /** Errors outside of all tests. */
  errors: { message?: string }[];
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; file: string; tests: { status: string }[] }[];
}

/** Counts the tests of Vitest. A skipped test and a file that could not be loaded count as failed. */
export function countVitest({ testResults }: VitestReport): TestCounts {
  let passed = 0;
  const failures: string[] = [];
  for (const { name, status, assertionResults } of testResults) {
    const file = path.relative('', name);
    const failed = assertionResults.filter((one) => one.status !== 'passed');
    passed += assertionResults.length - failed.length;
    failures.push(...failed.map(({ fullName }) => `${file} › ${fullName}`));
    if (status !== 'passed' && failed.length === 0) failures.push(file);
  }
  return { passed, failures, flaky: [] };
}

/** Counts the tests of Playwright. A skipped test and an error outside of all tests count as failed. */
export function countPlaywright({ suites, errors }: PlaywrightReport): TestCounts {
  const counts: TestCounts = {
    passed: 0,
    failures: errors.map(({ message = 'An error outside of all tests' }) => message),
    flaky: [],
  };
  const visit = ({ title, suites = [], specs }: PlaywrightSuite, outer: string[]) => {
    const names = [...outer, title];
    for (const spec of specs) {
      for (const { status } of spec.tests) {
        const name = [...names, spec.title].join(' › ');
        if (status === 'expected' || status === 'flaky') counts.passed += 1;
        else counts.failures.push(name);
        if (status === 'flaky') counts.flaky.push(name);
      }
    }
    for (const suite of suites) visit(suite, names);
  };
  for (const suite of suites) visit(suite, []);
  return counts;
}
