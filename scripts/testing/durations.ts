import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PlaywrightReport, PlaywrightSuite, VitestReport } from './read-results.ts';

/** What a test file took. */
export interface FileDuration {
  file: string;
  tests: number;
  /** From the start to the end of its tests, which wait for those of other workers. */
  seconds: number;
  /** Of the process that runs the file and of its descendants. The Postgres of all tests is not one of them. */
  processorSeconds: number;
}

/** The table of the last run of each file: `npm test -- --durations` prints its slowest files. */
export const durationsFile = path.resolve('node_modules/.cache/guildhall-tests/durations.json');

const shownFiles = 30;

export function readVitestDurations({ testResults }: VitestReport): Map<string, FileDuration> {
  return new Map(
    testResults.map(({ name, startTime, endTime, assertionResults }) => {
      const file = path.relative('', name);
      const seconds = (endTime - startTime) / 1000;
      return [file, { file, tests: assertionResults.length, seconds, processorSeconds: 0 }];
    }),
  );
}

export function readPlaywrightDurations({ suites }: PlaywrightReport): Map<string, FileDuration> {
  const found = new Map<string, FileDuration>();
  const visit = ({ suites: inner = [], specs }: PlaywrightSuite) => {
    for (const { file: name, tests } of specs) {
      const file = path.join('test/e2e', name);
      const row = found.get(file) ?? { file, tests: 0, seconds: 0, processorSeconds: 0 };
      const results = tests.flatMap((test) => test.results);
      row.tests += tests.length;
      row.seconds += results.reduce((sum, { duration }) => sum + duration / 1000, 0);
      found.set(file, row);
    }
    for (const suite of inner) visit(suite);
  };
  for (const suite of suites) visit(suite);
  return found;
}

/** Adds the measured processor times (`test/config/processor-time.ts`), one line for each part of a file. */
export function addProcessorTimes(rows: Map<string, FileDuration>, measured: string): void {
  for (const line of measured.split('\n').filter(Boolean)) {
    const { file, seconds } = JSON.parse(line) as { file: string; seconds: number };
    const row = rows.get(path.relative('', file));
    if (row) row.processorSeconds += seconds;
  }
}

/** Replaces the stored rows of the files that ran. */
export function storeDurations(rows: Map<string, FileDuration>, stored = durationsFile): void {
  const earlier = existsSync(stored)
    ? (JSON.parse(readFileSync(stored, 'utf8')) as FileDuration[])
    : [];
  const kept = earlier.filter(({ file }) => !rows.has(file) && existsSync(file));
  const all = [...kept, ...rows.values()].toSorted((a, b) => b.seconds - a.seconds);
  mkdirSync(path.dirname(stored), { recursive: true });
  writeFileSync(stored, `${JSON.stringify(all, null, 1)}\n`);
}

/** The files that used the most processor time, and the sum of all. */
export function describeDurations(rows: Map<string, FileDuration>): string[] {
  const all = [...rows.values()].toSorted((a, b) => b.processorSeconds - a.processorSeconds);
  const sum = (key: 'tests' | 'seconds' | 'processorSeconds') =>
    all.reduce((total, row) => total + row[key], 0);
  const line = (name: string, ...[processor, seconds, tests]: [number, number, number]) =>
    `${processor.toFixed(1).padStart(10)} ${seconds.toFixed(1).padStart(8)} ${String(tests).padStart(6)}  ${name}`;
  return [
    ' processor     wall  tests  (seconds)',
    ...all
      .slice(0, shownFiles)
      .map(({ file, tests, seconds, processorSeconds }) =>
        line(file, processorSeconds, seconds, tests),
      ),
    line(`all ${all.length} files`, sum('processorSeconds'), sum('seconds'), sum('tests')),
  ];
}
