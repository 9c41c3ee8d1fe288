import { spawn } from 'node:child_process';
import type { ImageBounds, WorkerResult } from './worker-protocol.ts';

/**
 * The result of a worker process. It is `picture-heavy` if the process took too long or needed too much
 * memory.
 */
export type WorkerOutcome = WorkerResult | { refused: 'picture-heavy' };

/** The maximum number of characters that are read: enough for a result or a stack trace. */
const outputMax = 8 * 1024;
/** The heap of the worker's script in MB. Pictures are decoded outside of it. */
const heapMb = 48;
/** Signals of a process whose decoder crashed. */
const crashSignals: readonly (NodeJS.Signals | null)[] = [
  'SIGSEGV',
  'SIGBUS',
  'SIGABRT',
  'SIGILL',
  'SIGFPE',
];

interface WorkerRun {
  script: string;
  file: string;
  folder: string;
  bounds: ImageBounds;
  /** Milliseconds. */
  timeMax: number;
  signal: AbortSignal | undefined;
}

/**
 * Runs the image worker for one picture in its own process. A harmful file can only crash this
 * process, and its memory is freed when it ends.
 */
export function runImageWorker({
  script,
  file,
  folder,
  bounds,
  timeMax,
  signal,
}: WorkerRun): Promise<WorkerOutcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [`--max-old-space-size=${heapMb}`, script, file, folder, JSON.stringify(bounds)],
      {
        env: workerEnvironment(folder),
        cwd: folder,
        // Nothing is written to its input, which closes when this process ends in any way.
        stdio: ['pipe', 'pipe', 'pipe'],
        timeout: timeMax,
        killSignal: 'SIGKILL',
        ...(signal && { signal }),
      },
    );
    let answer = '';
    let errorOutput = '';
    let failure: Error | undefined;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (answer.length < outputMax) answer += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (errorOutput.length < outputMax) errorOutput += text;
    });
    // The 'close' event reports the end.
    child.stdin.on('error', () => undefined);
    child.on('error', (error) => {
      failure = error;
      if (child.pid === undefined) reject(error);
    });
    // The caller deletes the folder, which is possible only after the process has ended.
    child.on('close', (code, signalName) => {
      if (failure) reject(failure);
      else if (code === 0) resolve(JSON.parse(answer));
      else if (crashSignals.includes(signalName)) resolve({ refused: 'picture-broken' });
      // It ended itself above its memory limit, we ended it for its time, or the system had no memory left.
      else if (signalName) resolve({ refused: 'picture-heavy' });
      else reject(new Error(`The image worker ended with code ${code}: ${errorOutput}`));
    });
  });
}

/** An environment without settings and secrets of the server. */
function workerEnvironment(folder: string): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env;
  return {
    // The library puts what is too large for memory into files, which are deleted with the folder.
    TMPDIR: folder,
    // One memory pool instead of one for each thread.
    MALLOC_ARENA_MAX: '1',
    ...(SystemRoot && { SystemRoot }),
  };
}
