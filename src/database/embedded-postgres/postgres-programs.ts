import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { type RunAs, runProgram } from './unprivileged-user.ts';

/** Creates a cluster in an empty folder. Nobody can log in to it yet. */
export async function initializeCluster(
  folder: string,
  binaries: PostgresBinaries,
  runAs: RunAs,
): Promise<void> {
  // Trigram indexes use the system's character type to recognize letters; with plain C only ASCII
  // letters are letters. The collation is Postgres's own and the same on all platforms.
  const byPlatform: Partial<Record<NodeJS.Platform, string[]>> = {
    linux: ['C.UTF-8', 'en_US.UTF-8', 'C'],
    darwin: ['en_US.UTF-8', 'C'],
  };
  let reason = '';
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
    reason = findErrorLine(stderr) ?? `exit code ${code}`;
    if (!stderr.includes('invalid locale')) break;
  }
  throw new EmbeddedPostgresError(`Cannot create the database: ${reason}`);
}

/** Runs SQL statements without a server, so that no port or socket is open. */
export async function runSql(
  cluster: string,
  binaries: PostgresBinaries,
  runAs: RunAs,
  statements: string[],
): Promise<void> {
  const quietSettings = ['-c', 'exit_on_error=on', '-c', 'log_checkpoints=off'];
  const args = ['--single', '-D', cluster, ...quietSettings, 'postgres'];
  // By standard input, because every user of the machine can see the arguments of a command.
  const input = statements.map((statement) => `${statement}\n`).join('');
  const { code, stderr } = await runProgram(runAs, binaries.postgres, args, input);
  if (code === 0) return;
  const reason = findErrorLine(stderr) ?? `exit code ${code}`;
  throw new EmbeddedPostgresError(`Cannot prepare the database: ${reason}`);
}

/** The line of a program's output that contains the error. */
export function findErrorLine(output: string): string | undefined {
  const found = /(?:FATAL|PANIC|ERROR|error): +(.*)/.exec(output);
  return found?.[1] ?? output.trim().split('\n').at(-1);
}
