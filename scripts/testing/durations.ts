import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type CommittedDurations,
  committedDurationsFile,
  lastDurationsFile,
  readLastDurations,
} from '#test/config/durations/last-durations.ts';
import type { RecordedDuration } from '#test/config/durations/record-duration.ts';

const shownMax = 30;
/** Faster files are not in the committed list: their order hardly matters. */
const committedSeconds = 3;

/** The sums by file of the rows that the processes of a run have written to `folder`. */
export function sumDurations(folder: string): RecordedDuration[] {
  const sums = new Map<string, RecordedDuration>();
  for (const name of readdirSync(folder)) {
    for (const line of readFileSync(path.join(folder, name), 'utf8').split('\n')) {
      if (line === '') continue;
      const row = JSON.parse(line) as RecordedDuration;
      const sum = sums.get(row.file);
      sums.set(row.file, sum ? { ...row, ...addUsed(sum, row) } : row);
    }
  }
  return [...sums.values()].sort((a, b) => b.processorSeconds - a.processorSeconds);
}

type UsedTime = Omit<RecordedDuration, 'file' | 'runner'>;

function addUsed(a: UsedTime, b: UsedTime): UsedTime {
  return {
    seconds: a.seconds + b.seconds,
    processorSeconds: a.processorSeconds + b.processorSeconds,
    postgresSeconds: a.postgresSeconds + b.postgresSeconds,
  };
}

/** Keeps the durations of a run, and those of the files that did not run and still exist. */
export function storeDurations(rows: readonly RecordedDuration[]): void {
  const ran = new Set(rows.map(({ file }) => file));
  const others = readLastDurations().filter(({ file }) => !ran.has(file) && existsSync(file));
  mkdirSync(path.dirname(lastDurationsFile), { recursive: true });
  const lines = [...rows, ...others].map((row) => JSON.stringify(row, roundSeconds));
  writeFileSync(lastDurationsFile, `[\n${lines.join(',\n')}\n]\n`);
}

const roundSeconds = (_key: string, value: unknown) =>
  typeof value === 'number' ? Math.round(value * 100) / 100 : value;

/** A table of the slowest files and the totals of each runner. */
export function describeDurations(rows: readonly RecordedDuration[]): string[] {
  const describe = (used: UsedTime, name: string) =>
    [used.processorSeconds, used.seconds, used.postgresSeconds]
      .map((seconds) => seconds.toFixed(1).padStart(9))
      .join('')
      .concat(`  ${name}`);
  const totals = (['playwright', 'vitest'] as const).flatMap((runner) => {
    const own = rows.filter((row) => row.runner === runner);
    if (own.length === 0) return [];
    const nothing = { seconds: 0, processorSeconds: 0, postgresSeconds: 0 };
    return [describe(own.reduce(addUsed, nothing), `${own.length} files of ${runner}`)];
  });
  return [
    'Seconds by file: processor (of the worker and what it started), passed, Postgres (busy with statements of the file)',
    ...rows.slice(0, shownMax).map((row) => describe(row, row.file)),
    ...totals,
  ];
}

/** Writes the list in the repository from the durations of the last run on this machine. */
export function writeCommittedDurations(rows: readonly RecordedDuration[]): void {
  const listOf = (runner: RecordedDuration['runner']): CommittedDurations => {
    const own = rows.filter((row) => row.runner === runner);
    const slow = own.filter(({ seconds }) => seconds >= committedSeconds);
    return {
      totalSeconds: Math.round(own.reduce((sum, { seconds }) => sum + seconds, 0)),
      files: Object.fromEntries(
        slow
          .toSorted((a, b) => b.seconds - a.seconds)
          .map(({ file, seconds }) => [file, Math.round(seconds)]),
      ),
    };
  };
  const durations = { vitest: listOf('vitest'), playwright: listOf('playwright') };
  writeFileSync(committedDurationsFile, `${JSON.stringify(durations, null, 2)}\n`);
}
