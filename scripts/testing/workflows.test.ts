import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readCommittedDurations } from '#test/config/durations/last-durations.ts';
import { divideEqually } from '#test/config/slowest-first.ts';
import packageJson from '../../package.json' with { type: 'json' };
import attack from '../../vitest.attack.config.ts';
import deployment from '../../vitest.check-deployment.config.ts';
import cluster from '../../vitest.cluster.config.ts';
import ordinary from '../../vitest.config.ts';

interface Job {
  'timeout-minutes': number;
  strategy?: { matrix: { shard: number[] } };
  steps: { run?: string }[];
}

const readJobs = (name: string) =>
  (parse(readFileSync(`.github/workflows/${name}.yml`, 'utf8')) as { jobs: Record<string, Job> })
    .jobs;

const commandsOf = (jobs: Record<string, Job>) =>
  Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));

const folders = 'src,catalog,simulator,scripts,bench,test';
const testFiles = globSync(`{${folders}}/**/*.{test,spec}.{ts,tsx}`).map((file) =>
  file.replaceAll(path.sep, '/'),
);

/** Whether `npm test` runs the file: in Vitest or in Playwright. */
function isInOrdinaryRun(file: string): boolean {
  const { include = [], exclude = [] } = ordinary.test ?? {};
  const isVitest = include.some((pattern) => path.posix.matchesGlob(file, pattern));
  const isExcluded = exclude.some((pattern) => path.posix.matchesGlob(file, pattern));
  const isBrowser = path.posix.matchesGlob(file, 'test/e2e/**/*.spec.ts');
  return isBrowser || (isVitest && !isExcluded);
}

describe.each([
  ['ci', 'tests', 'npm test'],
  ['nightly', 'tests', 'npm run test:nightly'],
])('the workflow %s', (workflow, name, command) => {
  test('runs all parts of the tests of all folders, without a choice of paths', () => {
    const job = readJobs(workflow)[name];
    const shards = job?.strategy?.matrix.shard ?? [];
    expect(shards).toEqual(Array.from(shards, (_, index) => index + 1));
    expect(job?.steps.map(({ run }) => run)).toContain(
      `${command} -- --durations --shard=\${{ matrix.shard }}/${shards.length}`,
    );
  });
});

test('each test file is in a job of a workflow', () => {
  const commands = commandsOf(readJobs('nightly'));
  const further = [
    { script: 'test:cluster', config: cluster },
    { script: 'attack', config: attack },
    { script: 'check-deployment', config: deployment },
  ] as const;
  const inJobs = further.flatMap(({ script, config }) => {
    expect(commands).toContain(`npm run ${script}`);
    expect(packageJson.scripts[script]).toContain(
      `vitest.${script.replace('test:', '')}.config.ts`,
    );
    return config.test?.include ?? [];
  });
  const left = testFiles.filter(
    (file) =>
      !isInOrdinaryRun(file) && !inJobs.some((pattern) => path.posix.matchesGlob(file, pattern)),
  );
  expect(left).toEqual([]);
  expect(testFiles.length).toBeGreaterThan(400);
});

test('each job of the tests of a change ends within ten minutes on two cores', () => {
  const job = readJobs('ci').tests;
  const count = job?.strategy?.matrix.shard.length ?? 0;
  const { vitest, playwright } = readCommittedDurations();
  const seconds = vitest.totalSeconds / 3 + playwright.totalSeconds / 2;
  // The rest is for the installation, the build and slower machines.
  expect(seconds / count).toBeLessThan(5 * 60);
  expect(job?.['timeout-minutes']).toBe(10);
});

test('the parts have each file once and about as many seconds', () => {
  const { files } = readCommittedDurations().vitest;
  const names = testFiles.filter((file) => !file.startsWith('test/e2e/'));
  const parts = divideEqually(names, 6);
  expect(parts.flat().sort()).toEqual([...names].sort());
  const sums = parts.map((part) => part.reduce((sum, name) => sum + (files[name] ?? 1), 0));
  expect(Math.max(...sums) - Math.min(...sums)).toBeLessThanOrEqual(
    Math.max(1, ...Object.values(files)),
  );
  // A machine that has other files of its own divides the rest alike.
  expect(divideEqually([...names].reverse(), 6)).toEqual(parts);
});

test('time limits of tests are in one file', () => {
  const own = [...testFiles, ...globSync('test/**/*.ts'), ...globSync('*.config.ts')];
  const literal =
    /\b(?:timeout|testTimeout|hookTimeout|actionTimeout): \d|test\.setTimeout\(\d|^(?: {2})?\}, \d[\d_]{3,}\);/m;
  const found = own.filter((file) => literal.test(readFileSync(file, 'utf8')));
  expect(found).toEqual([]);
});
