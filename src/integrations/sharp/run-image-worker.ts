import { spawn } from 'node:child_process';
import type { Bounds, WorkerResult } from './worker-protocol.ts';

/** How a reading ended: with an answer, or without one because its process was stopped or fell. */
export type Ending = WorkerResult | { refused: 'picture-heavy' };

/** More than an answer or a stack trace needs is not kept of what the process says. */
const heardMax = 8 * 1024;
/** The heap of its script, in MB: pictures are decoded outside of it. */
const heapMb = 48;
/** Ends of a process whose decoder fell over the picture. */
const falls: readonly (NodeJS.Signals | null)[] = [
  'SIGSEGV',
  'SIGBUS',
  'SIGABRT',
  'SIGILL',
  'SIGFPE',
];

interface Reading {
  script: string;
  file: string;
  folder: string;
  bounds: Bounds;
  /** Milliseconds. */
  timeMax: number;
  signal: AbortSignal | undefined;
}

/**
 * Reads one picture in a process of its own, which ends with it: whatever a made-up file does to its
 * decoder, it does to nobody else, and its memory is the system's again.
 */
export function runReader({
  script,
  file,
  folder,
  bounds,
  timeMax,
  signal,
}: Reading): Promise<Ending> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [`--max-old-space-size=${heapMb}`, script, file, folder, JSON.stringify(bounds)],
      {
        env: readerEnvironment(folder),
        cwd: folder,
        // Its input is never written to: it closes when this process ends, however that happens.
        stdio: ['pipe', 'pipe', 'pipe'],
        timeout: timeMax,
        killSignal: 'SIGKILL',
        ...(signal && { signal }),
      },
    );
    let answer = '';
    let trouble = '';
    let failure: Error | undefined;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (answer.length < heardMax) answer += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (trouble.length < heardMax) trouble += text;
    });
    // That it has ended is told by 'close'.
    child.stdin.on('error', () => undefined);
    child.on('error', (error) => {
      failure = error;
      if (child.pid === undefined) reject(error);
    });
    // Not before its end: its folder can be cleared then.
    child.on('close', (code, by) => {
      if (failure) reject(failure);
      else if (code === 0) resolve(JSON.parse(answer));
      else if (falls.includes(by)) resolve({ refused: 'picture-broken' });
      // By itself for its memory, by us for its time, or by the system that had no memory left.
      else if (by) resolve({ refused: 'picture-heavy' });
      else reject(new Error(`Reading a picture ended with ${code}: ${trouble}`));
    });
  });
}

/** No setting and no secret of the house. */
function readerEnvironment(folder: string): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env;
  return {
    // What is too large for memory the library puts into files, which go with the folder.
    TMPDIR: folder,
    // One pool of memory instead of one for each thread.
    MALLOC_ARENA_MAX: '1',
    ...(SystemRoot && { SystemRoot }),
  };
}
