import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { flakyMax, mergeCounts, summarize, type TestCounts } from './testing/counts.ts';
import { describeDurations, storeDurations, sumDurations } from './testing/durations.ts';
import { describeDuration, storeDuration } from './testing/last-duration.ts';
import { countPlaywright, countVitest } from './testing/read-results.ts';
import { selectRunners } from './testing/select-runners.ts';
import { makeTemporaryFolder } from './testing/temporary-folder.ts';

// Runs tests on an up-to-date build: `npm test -- src/domain test/e2e`. With `--durations` it shows the slowest
// files. The last lines are what failed, the flaky tests, and 'N passed, N failed'.

/** Runs a program of the project on this Node. Returns its exit code. */
function run(args: string[], env: Record<string, string> = {}): number {
  const options = { stdio: 'inherit', env: { ...process.env, TMPDIR: folder, ...env } } as const;
  return spawnSync(process.execPath, args, options).status ?? 1;
}

/** Runs a test runner that writes a JSON report to `file`, and counts its tests. */
function runTests<Report>(
  file: string,
  start: () => number,
  count: (report: Report) => TestCounts,
): TestCounts {
  const status = start();
  let counts: TestCounts;
  try {
    counts = count(JSON.parse(readFileSync(file, 'utf8')) as Report);
  } catch (error) {
    // Without a report it is unknown what was tested.
    const failure = `The report of the tests cannot be read: ${String(error)}`;
    return { passed: 0, failures: [failure], flaky: [] };
  }
  // A failure outside of all tests counts as one failed test.
  return status !== 0 && counts.failures.length === 0
    ? { ...counts, failures: ['An error outside of all tests'] }
    : counts;
}

function runVitest(args: string[]): TestCounts {
  const file = path.join(folder, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const command = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args];
  return runTests(file, () => run(command), countVitest);
}

function runPlaywright(args: string[]): TestCounts {
  const file = path.join(folder, 'playwright.json');
  const command = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', ...args];
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  return runTests(file, () => run(command, env), countPlaywright);
}

const args = process.argv.slice(2);
// `npm run test:cluster -- --minutes 10`. Vitest does not know this option.
const minutesAt = args.indexOf('--minutes');
if (minutesAt >= 0) process.env.CLUSTER_MINUTES = args.splice(minutesAt, 2)[1] ?? '';
// `npm run test:nightly`. Tests read it through test/config/nightly.ts.
const nightlyAt = args.indexOf('--nightly');
if (nightlyAt >= 0) {
  args.splice(nightlyAt, 1);
  process.env.TEST_NIGHTLY = '1';
}
const durationsAt = args.indexOf('--durations');
const showsDurations = durationsAt >= 0;
if (showsDurations) args.splice(durationsAt, 1);
const isComplete = args.length === 0;
if (isComplete) console.log(describeDuration());
const folder = makeTemporaryFolder();
const durationsFolder = path.join(folder, 'durations');
mkdirSync(durationsFolder);
process.env.TEST_DURATIONS = durationsFolder;
const built = run(['scripts/build.ts', '--if-needed']);
if (built !== 0) process.exit(built);
const { vitest, playwright } = selectRunners(args);
const counts: TestCounts[] = [];
if (playwright) counts.push(runPlaywright(playwright));
if (vitest) counts.push(runVitest(vitest));

const durations = sumDurations(durationsFolder);
storeDurations(durations);
if (showsDurations) console.log(describeDurations(durations).join('\n'));
const isNightly = process.env.TEST_NIGHTLY === '1';
const { lines, isPassed } = summarize(mergeCounts(counts), isNightly ? 0 : flakyMax);
// A run that broke off says nothing about the duration.
if (isComplete && isPassed) storeDuration(performance.now() / 1000);
console.log(lines.join('\n'));
process.exitCode = isPassed ? 0 : 1;
