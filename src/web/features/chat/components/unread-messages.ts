/** What the reader had read of a conversation when the page was rendered. */
export interface ReadMarks {
  /** The read mark: the last number that the reader has read or sent. */
  read: number;
  /** The skipped messages before it: first and last number of each run, in order. */
  skipped: readonly (readonly [from: number, to: number])[];
}

/** Counts the unread messages up to a number. */
export function countUnread({ read, skipped }: ReadMarks, upTo: number): number {
  let count = Math.max(0, upTo - read);
  for (const [from, to] of skipped) count += Math.max(0, Math.min(to, upTo) - from + 1);
  return count;
}

/** Returns the first unread number after `before` and up to `last`; null when all of them were read. */
export function findFirstUnread(
  { read, skipped }: ReadMarks,
  before: number,
  last: number,
): number | null {
  const run = skipped.find(([, to]) => to > before);
  const first = Math.max(run?.[0] ?? read + 1, before + 1);
  return first <= last ? first : null;
}

/**
 * Returns the runs of shown messages, each as its first and last number. The reader's own messages (`mine`) do
 * not interrupt a run. `messages` must be in the order of their numbers.
 */
export function findShownRuns(
  messages: readonly { number: number; mine: boolean }[],
  shown: ReadonlySet<number>,
): [from: number, to: number][] {
  const runs: [number, number][] = [];
  let isOpen = false;
  for (const { number, mine } of messages) {
    if (mine) continue;
    const run = runs.at(-1);
    if (!shown.has(number)) isOpen = false;
    else if (isOpen && run) run[1] = number;
    else {
      runs.push([number, number]);
      isOpen = true;
    }
  }
  return runs;
}
