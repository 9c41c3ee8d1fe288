import { readFileSync } from 'node:fs';
import type { RecordedDuration } from './record-duration.ts';

/** The durations of each file when it ran last on this machine. `npm test` writes it. */
export const lastDurationsFile = 'node_modules/.cache/guildhall-tests/durations.json';
/** The slow files, for a machine on which no test has run. `npm run record-durations` writes it. */
export const committedDurationsFile = 'test/config/durations/durations.json';

/** What the committed file has of each runner. */
export interface CommittedDurations {
  /** Of all files, also of those that are not in `files`. */
  totalSeconds: number;
  /** Seconds by file, the slowest first. */
  files: Record<string, number>;
}

/** The durations of the last runs; none on a machine on which no test has run. */
export function readLastDurations(): RecordedDuration[] {
  try {
    return JSON.parse(readFileSync(lastDurationsFile, 'utf8')) as RecordedDuration[];
  } catch {
    return [];
  }
}

/** The durations in the repository. */
export function readCommittedDurations(): Record<RecordedDuration['runner'], CommittedDurations> {
  return JSON.parse(readFileSync(committedDurationsFile, 'utf8'));
}
