import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { readCommittedDurations, readLastDurations } from './durations/last-durations.ts';
import { relativeName } from './durations/record-duration.ts';

/** Of a file that has no duration: it is new, or faster than the files in the committed list. */
const otherSeconds = 1;

const committed = new Map(Object.entries(readCommittedDurations().vitest.files));
const last = new Map(readLastDurations().map(({ file, seconds }) => [file, seconds]));

const nameOf = ({ moduleId }: TestSpecification) => relativeName(moduleId);

/** Runs the slowest test files first, so that no long file is left for one worker at the end. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = (file: TestSpecification) =>
      last.get(nameOf(file)) ?? committed.get(nameOf(file)) ?? otherSeconds;
    return files.toSorted((a, b) => seconds(b) - seconds(a));
  }

  /** Divides the files so that all shards take about as long. Each machine must divide them alike. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index = 1, count = 1 } = this.ctx.config.shard ?? {};
    const names = files.map((file) => relativeName(file.moduleId));
    const own = new Set(divideEqually(names, count)[index - 1]);
    return files.filter((file) => own.has(nameOf(file)));
  }
}

/** Gives each file, the slowest first, to the part that has the fewest seconds until then. */
export function divideEqually(names: readonly string[], count: number): string[][] {
  const secondsOf = (name: string) => committed.get(name) ?? otherSeconds;
  const parts = Array.from({ length: count }, () => ({ seconds: 0, names: [] as string[] }));
  const sorted = names.toSorted((a, b) => secondsOf(b) - secondsOf(a) || (a < b ? -1 : 1));
  for (const name of sorted) {
    const part = parts.reduce((least, one) => (one.seconds < least.seconds ? one : least));
    part.names.push(name);
    part.seconds += secondsOf(name);
  }
  return parts.map((part) => part.names);
}
