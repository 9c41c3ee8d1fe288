import type { PostgresBinaries } from './binaries.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { type RunAs, runProgram } from './unprivileged-user.ts';

/** Fills an empty folder with a cluster that nobody may enter yet. */
export async function initialize(
  folder: string,
  binaries: PostgresBinaries,
  runAs: RunAs,
): Promise<void> {
  // Trigrams ask the system's character type which characters are letters; with plain C only
  // ASCII is. The collation is Postgres's own and the same everywhere.
  const byPlatform: Partial<Record<NodeJS.Platform, string[]>> = {
    linux: ['C.UTF-8', 'en_US.UTF-8', 'C'],
    darwin: ['en_US.UTF-8', 'C'],
  };
  let problem = '';
  for (const characterType of byPlatform[process.platform] ?? ['C']) {
    const { code, stderr } = await runProgram(runAs, binaries.initdb, [
      `--pgdata=${folder}`,
      '--username=postgres',
      '--auth=reject',
      '--encoding=UTF8',
      '--locale=C',
      `--lc-ctype=${characterType}`,
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--data-checksums',
      '--no-instructions',
    ]);
    if (code === 0) return;
    problem = worstLine(stderr) ?? `exit code ${code}`;
    if (!stderr.includes('invalid locale')) break;
  }
  throw new EmbeddedPostgresError(`Cannot create the database: ${problem}`);
}

/** Runs statements without a server: no port or socket is open meanwhile. */
export async function runSql(
  cluster: string,
  binaries: PostgresBinaries,
  runAs: RunAs,
  statements: string[],
): Promise<void> {
  const quiet = ['-c', 'exit_on_error=on', '-c', 'log_checkpoints=off'];
  const args = ['--single', '-D', cluster, ...quiet, 'postgres'];
  // By standard input: arguments are visible to every user of the machine.
  const input = statements.map((statement) => `${statement}\n`).join('');
  const { code, stderr } = await runProgram(runAs, binaries.postgres, args, input);
  if (code === 0) return;
  const problem = worstLine(stderr) ?? `exit code ${code}`;
  throw new EmbeddedPostgresError(`Cannot prepare the database: ${problem}`);
}

/** What a program gives as its reason; the rest of its output is only of use to its authors. */
export function worstLine(output: string): string | undefined {
  const found = /(?:FATAL|PANIC|ERROR|error): +(.*)/.exec(output);
  return found?.[1] ?? output.trim().split('\n').at(-1);
}
