import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

// Runs the tests of Vitest with coverage and lists the files of src/ without tested statements. The report
// is in coverage/index.html. Arguments are those of Vitest: `npm run coverage -- src/domain`.

interface Summary {
  [file: string]: { statements: { total: number; covered: number } };
}

const built = spawnSync(process.execPath, ['scripts/build.ts', '--if-needed'], {
  stdio: 'inherit',
});
if (built.status !== 0) process.exit(built.status ?? 1);
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--coverage', ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
// Vitest writes no summary when a test fails.
if (status !== 0) process.exit(status ?? 1);
const summary = JSON.parse(readFileSync('coverage/coverage-summary.json', 'utf8')) as Summary;
const untested = Object.entries(summary)
  .filter(
    ([file, { statements }]) => file !== 'total' && statements.total > 0 && !statements.covered,
  )
  .map(([file, { statements }]) => `  ${path.relative('.', file)} (${statements.total})`);
console.log(`\n${untested.length} files without a tested statement (statements):`);
for (const line of untested) console.log(line);
