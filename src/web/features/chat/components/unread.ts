/** What of a conversation its reader has not read, as the page was made. */
export interface ReadMarks {
  /** The last number that was read or sent. */
  read: number;
  /** What was not read before that: first and last number of each run, in order. */
  skipped: readonly (readonly [from: number, to: number])[];
}

/** How many unread messages there are up to a number. */
export function countUnread({ read, skipped }: ReadMarks, upTo: number): number {
  let count = Math.max(0, upTo - read);
  for (const [from, to] of skipped) count += Math.max(0, Math.min(to, upTo) - from + 1);
  return count;
}

/** The first unread number after `before`, up to `last`; null when all of these were read. */
export function firstUnread(
  { read, skipped }: ReadMarks,
  before: number,
  last: number,
): number | null {
  const run = skipped.find(([, to]) => to > before);
  const first = Math.max(run?.[0] ?? read + 1, before + 1);
  return first <= last ? first : null;
}

/**
 * The runs of messages that were shown, each by its first and last number; what is `mine` joins the
 * messages around it. `shown` in the order of numbers.
 */
export function runsShown(
  messages: readonly { number: number; mine: boolean }[],
  shown: ReadonlySet<number>,
): [from: number, to: number][] {
  const runs: [number, number][] = [];
  let open = false;
  for (const { number, mine } of messages) {
    if (mine) continue;
    const run = runs.at(-1);
    if (!shown.has(number)) open = false;
    else if (open && run) run[1] = number;
    else {
      runs.push([number, number]);
      open = true;
    }
  }
  return runs;
}
