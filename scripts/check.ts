import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import pLimit from 'p-limit';

// All checks except the tests.
const bin = (name: string) => path.join('node_modules', '.bin', name);

interface Step {
  title: string;
  command: string;
  args: string[];
  /** Whether the output of a command that succeeded is good. */
  accept?: (output: string) => boolean;
}

/** Runs a check. Returns whether it succeeded; prints its output if it failed. */
async function run({ title, command, args, accept }: Step): Promise<boolean> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [status, output, errors] = await Promise.all([
    new Promise((resolve) => child.on('close', resolve)),
    text(child.stdout),
    text(child.stderr),
  ]);
  const good = status === 0 && (accept?.(output) ?? true);
  console.log(`${good ? '✓' : '✗'} ${title}`);
  if (!good) console.log(output + errors);
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
const script = (file: string) => ({ command: process.execPath, args: [file] });

const steps: Step[] = [
  // The compiler in JavaScript (`npm run typecheck`) would read all files again, and takes longer.
  {
    title: 'types and promises',
    command: bin('oxlint'),
    args: ['--type-aware', '--type-check'],
  },
  {
    title: 'dependency rules',
    command: bin('depcruise'),
    args: ['--config', '.dependency-cruiser.mjs', ...folders],
    accept: cruised,
  },
  { title: 'rows of raw SQL', ...script('scripts/check-sql-rows.ts') },
  {
    title: 'words',
    command: bin('cspell'),
    args: ['lint', '--no-progress', '--cache', '--cache-location', 'node_modules/.cache/cspell'],
  },
  {
    title: 'format and lint',
    command: bin('biome'),
    args: ['ci', '--colors=off', '--error-on-warnings', '.'],
  },
  { title: 'names', ...script('scripts/check-names.ts') },
  { title: 'documents', ...script('scripts/check-documents.ts') },
  { title: 'unused code', command: bin('knip'), args: ['--no-progress'] },
];

// Other checks read the generated types.
const typed = await run({ title: 'route types', command: bin('react-router'), args: ['typegen'] });
const limit = pLimit(availableParallelism());
const results = await Promise.all(steps.map((step) => limit(run, step)));
process.exit([typed, checkLockFile(), ...results].every(Boolean) ? 0 : 1);
