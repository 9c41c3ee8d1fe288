import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startMigratedPostgres } from '#test/fixtures/migrated-postgres.ts';
import {
  findProblem,
  listConstraints,
  type RecordedVersion,
} from '#test/upgrade/recorded-version.ts';

// Records what this version sends to the database while its tests run, in test/upgrade/vVERSION-statements.json.
// Run it for each release: the next version is tested against the file, without the code of the release.

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** The texts of all statements, in the folder of the first argument or of a new run of the tests. */
function record(given: string | undefined): string[] {
  const folder = given ?? mkdtempSync(path.join(os.tmpdir(), 'guildhall-statements-'));
  if (!given) {
    const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.record.config.ts'];
    const env = { ...process.env, RECORD_STATEMENTS: folder };
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env });
    if (status !== 0) throw new Error('The tests failed.');
  }
  return readdirSync(folder).flatMap((name) =>
    readFileSync(path.join(folder, name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as string),
  );
}

/** The same statements differ in their literals, in the numbers of their values and in how many rows they have. */
function normalize(text: string): string {
  return text
    .replaceAll(/'[^']*'/g, "''")
    .replaceAll(/\$\d+/g, '$')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(\([$, ]*(?:default[$, ]*)*\))(?:, \1)+/g, '$1')
    .replaceAll(/\$(?:, \$)+/g, '$')
    .trim();
}

function selectStatements(texts: string[]): string[] {
  const shortest = new Map<string, string>();
  for (const text of texts) {
    if (!/^\s*(?:select|insert|update|delete|with)\b/i.test(text)) continue;
    // pg-boss changes its tables by itself.
    if (/\bpgboss\b|\bpg_\w+/.test(text)) continue;
    const form = normalize(text);
    const known = shortest.get(form);
    if (!known || text.length < known.length) shortest.set(form, text);
  }
  return [...shortest.values()].map((text) => text.replaceAll(/\s+/g, ' ').trim()).toSorted();
}

const selected = selectStatements(record(process.argv[2]));
const postgres = await startMigratedPostgres();
const client = new pg.Client(postgres.connection);
await client.connect();
try {
  const recorded: RecordedVersion = {
    statements: [],
    constraints: await listConstraints({ $client: client }, {}),
  };
  // Tests create tables of their own.
  for (const statement of selected)
    if ((await findProblem({ $client: client }, statement)) === null)
      recorded.statements.push(statement);
  const file = `test/upgrade/v${version}-statements.json`;
  writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`);
  console.log(`${file}: ${recorded.statements.length} statements`);
} finally {
  await client.end();
  await postgres.stop();
}
