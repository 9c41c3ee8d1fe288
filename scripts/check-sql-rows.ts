import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { openDatabase } from '#database/client.ts';
import { type DeclaredStatement, rowObservation } from '#database/row-observer.ts';
import { compareColumns } from '#test/config/row-comparison.ts';
import { startMigratedPostgres } from '#test/fixtures/migrated-postgres.ts';
import { describeStatement } from './checks/describe-statement.ts';
import { findSqlCallSites } from './checks/sql-call-sites.ts';

// Compares the declared rows of every raw statement in src with the columns that Postgres describes.
// Nothing is executed, so a statement needs no data.

/** Runs statements of a library, which reads their rows itself. */
const exempt = new Set(['src/server/jobs/scheduled-jobs.ts']);
const files = globSync('src/**/*.ts', {
  exclude: ['src/database/**', '**/*.test.ts'],
}).filter((file) => !exempt.has(file));
const sites = files.flatMap((file) => {
  const { declared, undeclared } = findSqlCallSites(file, readFileSync(file, 'utf8'));
  return [{ file, declared, undeclared }];
});

/** The statements of each call site, by `file:line`. */
const statements = new Map<string, DeclaredStatement[]>();
rowObservation.observer = {
  onDeclare(statement) {
    const site = findCallSite(new Error().stack ?? '');
    statements.set(site, [...(statements.get(site) ?? []), statement]);
  },
};

/** The first frame outside of the code that declares and observes statements. */
function findCallSite(stack: string): string {
  for (const [, file = '', line] of stack.matchAll(/file:\/\/(\/[^:\s]+):(\d+):\d+/g)) {
    const name = path.relative('.', file).replaceAll(path.sep, '/');
    if (name.startsWith('src/') && !name.startsWith('src/database/')) return `${name}:${line}`;
  }
  return stack;
}

const problems = sites.flatMap(({ undeclared }) => undeclared);
const postgres = await startMigratedPostgres();
const db = openDatabase(postgres.connection);
const client = new pg.Client(postgres.connection);
await client.connect();
try {
  for (const { file, declared } of sites)
    if (declared.length > 0) await import(pathToFileURL(file).href);
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
    if (!statements.has(`${file}:${line}`))
      problems.push(`${file}:${line}: no statement: add one to scripts/checks/sql-row-examples.ts`);
for (const problem of problems) console.log(problem);
console.log(
  `${[...statements.values()].flat().length} statements of ${statements.size} call sites`,
);
process.exit(problems.length === 0 ? 0 : 1);
