import { type ChildProcess, spawn } from 'node:child_process';
import { programEnv, type RunAs } from './unprivileged-user.ts';

/** The name of the watchdog in the process list. */
export const WATCHDOG_NAME = 'guildhall-postgres-guard';

/** The cluster's name, which Postgres shows in the process list. */
export const CLUSTER_NAME = 'guildhall';

/**
 * Stops Postgres when Node ends in any way. Standard input is a pipe from Node, which the system
 * closes then. The main shell waits for Postgres and not for the pipe, so that it also ends when
 * Postgres fails to start. It ignores the signals that a terminal or service manager sends to all
 * processes, because Node stops Postgres itself. The stop is repeated, because a Postgres that is
 * just starting ignores the first signal.
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

export interface WatchedProcess {
  /** The process id of Postgres; undefined when it could not be started. */
  pid: Promise<number | undefined>;
  /**
   * Resolves with the exit code of Postgres, 128 and more for a signal; null when it is unknown.
   */
  ended: Promise<number | null>;
  /** Makes the watchdog stop Postgres fast; `ended` resolves when it has ended. */
  release(): void;
}

/** Starts Postgres under a watchdog; its output goes to the open file `logFile`. */
export function startWithWatchdog(options: {
  runAs: RunAs;
  postgres: string;
  args: string[];
  env: Record<string, string>;
  logFile: number;
}): WatchedProcess {
  const { runAs, logFile } = options;
  const common = {
    ...runAs.spawnOptions,
    cwd: '/',
    env: { ...programEnv(), ...options.env },
    // In a session of its own, so that Ctrl-C in the terminal reaches Node first and not Postgres.
    detached: true,
    windowsHide: true,
  };
  // Windows has no shell for the watchdog: there the next start stops an orphaned Postgres.
  if (process.platform === 'win32') {
    const child = spawn(options.postgres, options.args, {
      ...common,
      cwd: undefined,
      stdio: ['ignore', logFile, logFile],
    });
    return { pid: Promise.resolve(child.pid), ended: waitForEnd(child), release: () => undefined };
  }
  const command = [...runAs.prefix, options.postgres, ...options.args];
  const args = ['-c', SCRIPT, WATCHDOG_NAME, String(process.pid), ...command];
  const child = spawn('sh', args, { ...common, stdio: ['pipe', logFile, logFile, 'pipe'] });
  child.stdin?.on('error', () => undefined);
  return {
    pid: readPid(child),
    ended: waitForEnd(child),
    release: () => child.stdin?.end(),
  };
}

function waitForEnd(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.once('error', () => resolve(null));
  });
}

function readPid(child: ChildProcess): Promise<number | undefined> {
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
