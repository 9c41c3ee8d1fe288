import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

// Each check of `npm run check` runs on a few files with one mistake. For rows of raw SQL see
// checks/sql-rows.test.ts.

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'guildhall-check-test-'));
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  symlinkSync(path.resolve('tsconfig.json'), path.join(folder, 'tsconfig.json'));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function write(files: Record<string, string>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

/** Runs a command in the folder with the files. */
function run(command: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  return { refused: status !== 0, output: stdout + stderr };
}

const bin = (name: string) => path.resolve('node_modules/.bin', name);
const checkImports = () =>
  run(bin('depcruise'), '--config', path.resolve('.dependency-cruiser.mjs'), 'src');
const checkNames = () => run(process.execPath, path.resolve('scripts/check-names.ts'));
const checkWords = () => {
  const options = ['--no-progress', '--root', '.', '--config', path.resolve('cspell.json')];
  return run(bin('cspell'), 'lint', ...options, 'src/domain/some-file.ts');
};
const checkTypes = () =>
  // One plain line for each problem; the default format has colours between a file and its line.
  run(
    bin('oxlint'),
    '--type-aware',
    '--type-check',
    '--format=unix',
    '--config',
    path.resolve('.oxlintrc.json'),
    'src',
  );

test('a retired word and an unknown word are refused', () => {
  const unknown = ['mi', 'ste', 'ak'].join('');
  // cspell:disable-next-line
  write({ 'src/domain/some-file.ts': `// It is read again.\n// anew\n// ${unknown}\n` });
  const { refused, output } = checkWords();
  expect(refused).toBe(true);
  expect(output).not.toContain('some-file.ts:1');
  // cspell:disable-next-line
  expect(output).toContain('(anew)');
  expect(output).toContain(`(${unknown})`);
});

test('a retired name and a retired phrase are refused', () => {
  write({
    'src/domain/some-file.ts': `export const openDoor = 1;\n// There ${'is'} none.\n`,
    'src/domain/front-house.ts': '',
  });
  const { refused, output } = checkNames();
  expect(refused).toBe(true);
  expect(output).toContain("'openDoor' has the retired word 'door'");
  expect(output).toContain("'front-house' has the retired word 'house'");
  expect(output).toContain('some-file.ts:2');
});

test('an import against the dependency rules and a cycle of type imports are refused', () => {
  write({
    'src/shared/one.ts': "import '../domain/two.ts';\n",
    'src/domain/two.ts': 'export const two = 2;\n',
    'src/shared/three.ts':
      "import type { Four } from './four.ts';\nexport type Three = Four | 1;\n",
    'src/shared/four.ts': "import type { Three } from './three.ts';\nexport type Four = Three[];\n",
  });
  const { refused, output } = checkImports();
  expect(refused).toBe(true);
  expect(output).toMatch(/error shared: .*one\.ts .*two\.ts/);
  expect(output).toMatch(/error no-cycles: .*(three|four)\.ts/);
});

test('a promise that nothing waits for is refused, and a query that is never sent', () => {
  write({
    'src/domain/some-file.ts': `import { drizzle } from 'drizzle-orm/node-postgres';
import { pgTable, text } from 'drizzle-orm/pg-core';
const db = drizzle.mock();
const users = pgTable('users', { name: text() });
async function rename(): Promise<void> {}
export async function run() {
  rename();
  db.update(users).set({ name: '' });
  await rename();
}
`,
  });
  const { refused, output } = checkTypes();
  expect(refused).toBe(true);
  expect(output).toContain('some-file.ts:7');
  expect(output).toContain('some-file.ts:8');
  expect(output).not.toContain('some-file.ts:9');
});

test('a value of another type, a wrong property and a variable that nobody uses are refused', () => {
  const code = [
    `import { Suspense } from 'react';`,
    `export const price: number = '9.99';`,
    `export const count: number = 9;`,
    `const unused = 1;`,
    `export const screen = <Suspense fallbacks={null} />;`,
    `export const first: string = ['a'][0];`,
  ];
  write({ 'src/domain/some-file.tsx': `${code.join('\n')}\n` });
  const { refused, output } = checkTypes();
  expect(refused).toBe(true);
  const lines = [...output.matchAll(/some-file\.tsx:(\d+)/g)].map(([, line]) => Number(line));
  expect(lines.toSorted()).toEqual([2, 4, 5, 6]);
});
