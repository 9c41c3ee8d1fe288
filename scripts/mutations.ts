import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { projectPath } from '#server/config/project-path.ts';
import { mutations } from '#simulator/mutations/all-mutations.ts';
import type { Mutation } from '#simulator/mutations/mutation.ts';

// Removes one protection after the other, in a copy of the source and in the simulator's database, and
// checks that the simulator notices. Exits with 0 when at least 90% are caught. A word on the command line
// selects the mutations with that word in their name.

/** A short run that catches most mutations, and a longer one for the others. */
const runs = [
  { seed: 1, operations: 2_500 },
  { seed: 2, operations: 10_000 },
];
const share = 0.9;

type Run = (typeof runs)[number];

interface Result {
  caught: boolean;
  /** The first violation that the simulator printed, and the number of operations. */
  by: string;
}

/** Makes a runnable copy of the source with the patches. @throws Error when a patch does not apply. */
async function createPatchedCopy({ name, patches }: Mutation): Promise<string> {
  const copy = await mkdtemp(path.join(os.tmpdir(), 'guildhall-mutation-'));
  for (const part of [
    'package.json',
    'tsconfig.json',
    'src',
    'simulator',
    'scripts',
    'catalog',
    'test',
  ]) {
    await cp(projectPath(part), path.join(copy, part), { recursive: true });
  }
  await symlink(projectPath('node_modules'), path.join(copy, 'node_modules'));
  for (const { file, find, replaceWith: put } of patches) {
    const place = path.join(copy, file);
    const text = await readFile(place, 'utf8');
    if (text.split(find).length !== 2) throw new Error(`'${name}' does not apply to ${file}.`);
    await writeFile(
      place,
      text.replace(find, () => put),
    );
  }
  return copy;
}

/** Runs the simulator in the copy. @throws Error when it ends with a code other than 0 or 1. */
async function simulateIn(copy: string, { name }: Mutation, run: Run): Promise<Result> {
  const { seed, operations } = run;
  const child = spawn(
    process.execPath,
    [
      'scripts/simulate.ts',
      ...['--seed', String(seed), '--operations', String(operations)],
      ...['--statements', 'mutation.sql'],
    ],
    { cwd: copy },
  );
  let output = '';
  child.stdout.on('data', (data) => {
    output += data;
  });
  child.stderr.on('data', (data) => {
    output += data;
  });
  const code = await new Promise((ended) => child.on('close', ended));
  const faults = output.split('\n').filter((line) => line.startsWith('✗ '));
  if (code === 0) return { caught: false, by: `nothing in ${operations}` };
  if (code === 1 && faults[0])
    return { caught: true, by: `${faults[0].slice(2, 100)} (${operations} operations)` };
  throw new Error(`'${name}' ended with ${code}:\n${output}`);
}

async function tryMutation(mutation: Mutation): Promise<Result> {
  const copy = await createPatchedCopy(mutation);
  try {
    const sql = mutation.statements.map((statement) => `${statement};\n`).join('');
    await writeFile(path.join(copy, 'mutation.sql'), sql || 'select 1;\n');
    let result: Result = { caught: false, by: 'nothing' };
    for (const run of runs) {
      result = await simulateIn(copy, mutation, run);
      if (result.caught) break;
    }
    return result;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

const word = process.argv[2] ?? '';
const chosen = mutations.filter(({ name }) => name.includes(word));
if (chosen.length === 0) {
  console.error(`No mutation has '${word}' in its name. The mutations are:`);
  for (const { name } of mutations) console.error(`  ${name}`);
  process.exit(2);
}
console.log('| removed protection | caught | by |\n|---|---|---|');
let caught = 0;
for (const mutation of chosen) {
  const result = await tryMutation(mutation);
  if (result.caught) caught += 1;
  console.log(`| ${mutation.name} | ${result.caught ? 'yes' : 'no'} | ${result.by} |`);
}
console.log(`${caught} of ${chosen.length} caught.`);
process.exitCode = caught >= Math.ceil(chosen.length * share) ? 0 : 1;
