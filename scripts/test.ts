import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

// Runs the tests on a fresh build and closes with one line that any CI can read.
const run = (...args: string[]) =>
  spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;

/** A browser on a slow machine that it shares can be late: these are then tried once more, alone. */
const browserTests = path.resolve('test/e2e') + path.sep;
/** More than this many are not late but broken. */
const mostSecondTries = 4;

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
const broken = [...results].flatMap(([file, { failed }]) => (failed > 0 ? [file] : []));
const mayBeLate = broken.every((file) => file.startsWith(browserTests));
if (broken.length > 0 && mayBeLate && broken.length <= mostSecondTries) {
  const names = broken.map((file) => path.relative('.', file));
  console.log(`\nFailed beside others, tried once more alone: ${names.join(', ')}`);
  for (const [file, count] of test([...names, '--maxWorkers=1'])) results.set(file, count);
}
rmSync(folder, { recursive: true, force: true });

const sum = (kind: keyof Count) =>
  [...results.values()].reduce((total, count) => total + count[kind], 0);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') === 0 ? 0 : 1);

/** Runs the tests that `args` name, and tells how each file fared. */
function test(args: string[]): Map<string, Count> {
  const file = path.join(folder, 'results.json');
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const status = run('node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args);
  const counts = new Map<string, Count>();
  try {
    for (const { name, status, assertionResults } of read(file)) {
      const passed = assertionResults.filter((one) => one.status === 'passed').length;
      // A file that could not even be loaded has no failed tests of its own.
      const unloaded = status !== 'passed' && passed === assertionResults.length ? 1 : 0;
      counts.set(name, { passed, failed: assertionResults.length - passed + unloaded });
    }
  } catch {
    // Without results there is nothing to count: the status tells.
  }
  // What failed outside of every file is a failure of its own.
  const told = [...counts.values()].some(({ failed }) => failed > 0);
  if (status !== 0 && !told) counts.set('', { passed: 0, failed: 1 });
  return counts;
}

function read(file: string) {
  return (JSON.parse(readFileSync(file, 'utf8')) as VitestResults).testResults;
}
