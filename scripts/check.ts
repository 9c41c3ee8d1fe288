import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

// All checks except the tests.
const bin = (name: string) => path.join('node_modules', '.bin', name);

/** Runs a check. Returns whether it succeeded; prints its output if it failed. */
function step(
  title: string,
  command: string,
  args: string[],
  accept?: (output: string) => boolean,
) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  const good = status === 0 && (accept?.(stdout) ?? true);
  console.log(`${good ? '✓' : '✗'} ${title}`);
  if (!good) console.log(stdout + stderr);
  return good;
}

/** Checks that the lock file has every optional dependency; otherwise `npm ci` fails on some platforms. */
function checkLockFile(): boolean {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { optionalDependencies?: Record<string, string> }>;
  };
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !locked(packages, place, name))
      .map((name) => `${place || 'the project'} needs ${name}`),
  );
  console.log(`${missing.length === 0 ? '✓' : '✗'} lock file`);
  for (const line of missing) console.log(`  ${line}, which is not in package-lock.json`);
  return missing.length === 0;
}

/** Whether `name`, a dependency of the package at `place`, is locked there or in a parent folder. */
function locked(packages: Record<string, unknown>, place: string, name: string): boolean {
  for (let at = place; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    if (`${at ? `${at}/` : ''}node_modules/${name}` in packages) return true;
    if (at === '') return false;
  }
}

const folders = ['src', 'catalog', 'simulator', 'test', 'scripts', 'bench'];
const cruised = (output: string) => Number(/\((\d+) modules/.exec(output)?.[1] ?? 0) > 0;
const results = [
  step('format and lint', bin('biome'), ['ci', '--colors=off', '--error-on-warnings', '.']),
  step('route types', bin('react-router'), ['typegen']),
  step('types', bin('tsc'), ['--noEmit']),
  step(
    'dependency rules',
    bin('depcruise'),
    ['--config', '.dependency-cruiser.mjs', ...folders],
    cruised,
  ),
  step('names', process.execPath, ['scripts/check-names.ts']),
  step('unused code', bin('knip'), ['--no-progress']),
  checkLockFile(),
];
process.exit(results.every(Boolean) ? 0 : 1);
