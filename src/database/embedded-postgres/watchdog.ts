import { type ChildProcess, spawn } from 'node:child_process';
import { programEnv, type RunAs } from './unprivileged-user.ts';

/** The name under which the guard shows in the list of processes. */
export const GUARD = 'guildhall-postgres-guard';

/** What Postgres calls itself in the list of processes. */
export const CLUSTER_NAME = 'guildhall';

/**
 * Stops Postgres when Node dies, however it dies: standard input is a pipe from Node, which the
 * system closes. The main shell waits for Postgres and not for the pipe, so that it also ends
 * when Postgres fails to start. It ignores the signals that a terminal or a service manager sends
 * to everybody, since Node stops Postgres in its own time. The stop is repeated, because a
 * Postgres that is just being started does not hear the first one.
 */
const SCRIPT = `
trap '' HUP INT TERM
shift
exec 4<&0 </dev/null
"$@" 3>&- 4<&- &
postgres=$!
echo "$postgres" >&3
exec 3>&-
{
  while read -r line <&4; do :; done
  while kill -INT "$postgres"; do sleep 1; done
} 2>/dev/null &
watch=$!
exec 4<&-
wait "$postgres"
status=$?
kill -KILL "$watch" 2>/dev/null
exit "$status"
`;

export interface GuardedProcess {
  /** The process id of Postgres itself; undefined when it could not be started at all. */
  pid: Promise<number | undefined>;
  /** Resolves with the exit code of Postgres, 128 and more for a signal; null when unknown. */
  ended: Promise<number | null>;
  /** Tells the guard to stop Postgres fast; `ended` says when that is done. */
  release(): void;
}

/** Starts Postgres under its guard; its messages go to the open file `logFile`. */
export function startGuarded(options: {
  runAs: RunAs;
  postgres: string;
  args: string[];
  env: Record<string, string>;
  logFile: number;
}): GuardedProcess {
  const { runAs, logFile } = options;
  const common = {
    ...runAs.spawnOptions,
    cwd: '/',
    env: { ...programEnv(), ...options.env },
    // A session of its own: Ctrl-C in the terminal must reach Node first, not Postgres.
    detached: true,
    windowsHide: true,
  };
  // Windows has no shell for the guard: there an orphan is only ended by the next start.
  if (process.platform === 'win32') {
    const child = spawn(options.postgres, options.args, {
      ...common,
      cwd: undefined,
      stdio: ['ignore', logFile, logFile],
    });
    return { pid: Promise.resolve(child.pid), ended: endOf(child), release: () => undefined };
  }
  const command = [...runAs.prefix, options.postgres, ...options.args];
  const args = ['-c', SCRIPT, GUARD, String(process.pid), ...command];
  const child = spawn('sh', args, { ...common, stdio: ['pipe', logFile, logFile, 'pipe'] });
  child.stdin?.on('error', () => undefined);
  return {
    pid: firstNumber(child),
    ended: endOf(child),
    release: () => child.stdin?.end(),
  };
}

function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.once('error', () => resolve(null));
  });
}

function firstNumber(child: ChildProcess): Promise<number | undefined> {
  return new Promise((resolve) => {
    const report = child.stdio[3];
    let text = '';
    report?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('\n')) resolve(Number(text));
    });
    report?.on('error', () => resolve(undefined));
    report?.on('close', () => resolve(undefined));
    child.once('error', () => resolve(undefined));
  });
}
