import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

// Runs the tests on an up-to-date build. The last line is 'N passed, N failed'.
const run = (...args: string[]) =>
  spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;

/** Browser tests can time out on a slow, shared machine. Failed ones are tried once more, alone. */
const browserTests = path.resolve('test/e2e') + path.sep;
/** If more files than this fail, they are not tried again. */
const retriesMax = 4;

interface VitestResults {
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[];
}

interface Count {
  passed: number;
  failed: number;
}

const built = run('scripts/build.ts', '--if-needed');
if (built !== 0) process.exit(built);

const folder = mkdtempSync(path.join(os.tmpdir(), 'guildhall-results-'));
const results = test(process.argv.slice(2));
const failedFiles = [...results].flatMap(([file, { failed }]) => (failed > 0 ? [file] : []));
const mayBeSlow = failedFiles.every((file) => file.startsWith(browserTests));
if (failedFiles.length > 0 && mayBeSlow && failedFiles.length <= retriesMax) {
  const names = failedFiles.map((file) => path.relative('.', file));
  console.log(`\nFailed in parallel, tried once more alone: ${names.join(', ')}`);
  for (const [file, count] of test([...names, '--maxWorkers=1'])) results.set(file, count);
}
rmSync(folder, { recursive: true, force: true });

const sum = (kind: keyof Count) =>
  [...results.values()].reduce((total, count) => total + count[kind], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') === 0 ? 0 : 1);

/** Runs the tests that `args` name. Returns the counts for each file. */
function test(args: string[]): Map<string, Count> {
  const file = path.join(folder, 'results.json');
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const status = run('node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args);
  const counts = new Map<string, Count>();
  try {
    for (const { name, status, assertionResults } of read(file)) {
      const passed = assertionResults.filter((one) => one.status === 'passed').length;
      // A file that could not be loaded has no failed tests, but counts as a failure.
      const unloaded = status !== 'passed' && passed === assertionResults.length ? 1 : 0;
      counts.set(name, { passed, failed: assertionResults.length - passed + unloaded });
    }
  } catch {
    // Without a results file the exit status decides.
  }
  // A failure outside of all files counts as one failure.
  const isCounted = [...counts.values()].some(({ failed }) => failed > 0);
  if (status !== 0 && !isCounted) counts.set('', { passed: 0, failed: 1 });
  return counts;
}

function read(file: string) {
  return (JSON.parse(readFileSync(file, 'utf8')) as VitestResults).testResults;
}
