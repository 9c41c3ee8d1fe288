import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { readProcessTreeMs } from './process-tree.ts';

/** What a test file used, or a part of it: a file has several rows. */
export interface RecordedDuration {
  /** Relative to the project. */
  file: string;
  runner: 'vitest' | 'playwright';
  seconds: number;
  /** Of the worker process and all that it started. The Postgres that Vitest's tests share is not in it. */
  processorSeconds: number;
  /** The time that Postgres was busy with statements of the file. Waiting for locks is in it. */
  postgresSeconds: number;
}

/** `npm test` sets this folder and reads it after the run (scripts/testing/durations.ts). */
const folder = process.env.TEST_DURATIONS;

function append(row: RecordedDuration): void {
  if (folder) appendFileSync(path.join(folder, String(process.pid)), `${JSON.stringify(row)}\n`);
}

/** A path as it is in the list of durations. */
export function relativeName(file: string): string {
  return path.relative('', file).replaceAll(path.sep, '/');
}

/** Measures from now on. The returned function records what `file` used since then, and starts again. */
export function measureFrom(runner: RecordedDuration['runner']) {
  let start = folder ? { ms: performance.now(), processorMs: readProcessTreeMs() } : null;
  return (file: string): void => {
    if (!start) return;
    const end = { ms: performance.now(), processorMs: readProcessTreeMs() };
    append({
      file: relativeName(file),
      runner,
      seconds: (end.ms - start.ms) / 1000,
      // The time of a process that outlived its parent is lost.
      processorSeconds: Math.max(0, end.processorMs - start.processorMs) / 1000,
      postgresSeconds: 0,
    });
    start = end;
  };
}

/** Records the time that Postgres used for a database of a test file of Vitest. */
export function recordPostgresMs(file: string, ms: number): void {
  const used = { seconds: 0, processorSeconds: 0, postgresSeconds: ms / 1000 };
  append({ file: relativeName(file), runner: 'vitest', ...used });
}
