import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

// Everything but the tests: format and lint, types, dependency rules, unused code, the lock.
const bin = (name: string) => path.join('node_modules', '.bin', name);

/** Runs a step and answers whether it succeeded; what it printed is shown when it did not. */
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

/** Every optional dependency must be locked, or `npm ci` fails where it is needed. */
function lockIsWhole(): boolean {
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

/** Whether `name`, wanted by the package at `place`, is found there or in a folder above. */
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
  step('unused code', bin('knip'), ['--no-progress']),
  lockIsWhole(),
];
process.exit(results.every(Boolean) ? 0 : 1);
