import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

// Runs the tests on a fresh build and closes with one line that any CI can read.
const run = (...args: string[]) =>
  spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;

const built = run('scripts/build.ts', '--if-needed');
if (built !== 0) process.exit(built);

const folder = mkdtempSync(path.join(os.tmpdir(), 'guildhall-results-'));
const file = path.join(folder, 'results.json');
const status = run(
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${file}`,
  ...process.argv.slice(2),
);
try {
  const results = JSON.parse(readFileSync(file, 'utf8'));
  const { numPassedTests, numTotalTests, numFailedTestSuites } = results;
  // A suite that could not even load has no failed tests of its own.
  const unloaded = status !== 0 && numPassedTests === numTotalTests ? numFailedTestSuites || 1 : 0;
  console.log(`${numPassedTests} passed, ${numTotalTests - numPassedTests + unloaded} failed`);
} catch {
  console.log('0 passed, 1 failed');
}
rmSync(folder, { recursive: true, force: true });
process.exit(status);
