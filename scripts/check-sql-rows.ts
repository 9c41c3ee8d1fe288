import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { type DeclaredStatement, rowObservation } from '#database/row-observer.ts';
import { compareColumns } from '#test/config/row-comparison.ts';
import { describeStatement } from './checks/describe-statement.ts';
import { listSqlCallSites } from './checks/sql-call-sites.ts';

// Compares the declared rows of every raw statement with the columns that Postgres describes. Nothing is
// executed, so a statement needs no data. Statements in test files are compared when the tests run.

const sites = listSqlCallSites();

/** Whether Vitest runs the file. Then `test/config/setup.ts` compares the rows. */
const isTest = (file: string) => /\.test\.tsx?$/.test(file);

/** The statements of each call site, by `file:line`. */
const statements = new Map<string, DeclaredStatement[]>();
rowObservation.observer = {
  onDeclare(statement) {
    const site = findCallSite(new Error().stack ?? '');
    statements.set(site, [...(statements.get(site) ?? []), statement]);
  },
};

const declaringFiles = new Set(
  sites.flatMap(({ file, declared }) => (declared.length > 0 ? [file] : [])),
);

/** The first frame in a file that declares statements. */
function findCallSite(stack: string): string {
  for (const [, file = '', line] of stack.matchAll(/file:\/\/(\/[^:\s]+):(\d+):\d+/g)) {
    const name = path.relative('.', file).replaceAll(path.sep, '/');
    if (declaringFiles.has(name)) return `${name}:${line}`;
  }
  return stack;
}

const problems = sites.flatMap(({ undeclared }) => undeclared);
// Imported here, because the modules of a connection declare statements too.
const { openDatabase } = await import('#database/client.ts');
const { startMigratedPostgres } = await import('#test/fixtures/migrated-postgres.ts');
const postgres = await startMigratedPostgres();
const db = openDatabase(postgres.connection);
const client = new pg.Client(postgres.connection);
await client.connect();
try {
  for (const file of declaringFiles) if (!isTest(file)) await import(pathToFileURL(file).href);
  const { runExamples } = await import('./checks/sql-row-examples.ts');
  await runExamples(db);
  for (const [site, ofSite] of statements)
    for (const statement of ofSite) {
      try {
        const described = await describeStatement(client, statement.text);
        const found = compareColumns(statement, described);
        problems.push(...found.map((difference) => `${site}: ${difference}`));
      } catch (error) {
        problems.push(`${site}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
} finally {
  await client.end();
  await db.$client.end();
  await postgres.stop();
}
for (const { file, declared } of sites)
  for (const line of declared)
    if (!isTest(file) && !statements.has(`${file}:${line}`))
      problems.push(`${file}:${line}: no statement: add one to scripts/checks/sql-row-examples.ts`);
for (const problem of problems) console.log(problem);
console.log(
  `${[...statements.values()].flat().length} statements of ${statements.size} call sites`,
);
process.exit(problems.length === 0 ? 0 : 1);
