/** A measured comparison. */
export interface Measurement {
  claim: string;
  /** Our value: the median of the rounds, with its unit. */
  ours: string;
  /** The value that ours is compared with. */
  theirs: string;
  /** The median of the rounds' ratios. */
  ratio: number;
  goal: { atLeast: number } | { atMost: number };
  note?: string;
}

const rounds = 5;
const secondsPerRound = 3;
const callsPerRound = 400;

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The quantile of the values at `share` (0 to 1). @throws Error without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (value === undefined) throw new Error('Nothing was measured.');
  return value;
}

/**
 * Measures both sides alternately, five times each, so that other load of the machine affects both. The
 * ratio is the median of the ratios of the rounds. A warm-up round is not counted.
 */
export async function measureInterleaved(
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<{ ours: number; theirs: number; ratio: number }> {
  await ours();
  await theirs();
  const measured: [number, number][] = [];
  for (let round = 0; round < rounds; round += 1) measured.push([await ours(), await theirs()]);
  return {
    ours: median(measured.map(([value]) => value)),
    theirs: median(measured.map(([, value]) => value)),
    ratio: median(measured.map(([a, b]) => a / b)),
  };
}

export function formatRate(rate: number): string {
  return `${Math.round(rate).toLocaleString('en-US')}/s`;
}

/** The number of calls per second that all lanes together finish; each lane makes one call at a time. */
export async function callsPerSecond(lanes: (() => Promise<unknown>)[]): Promise<number> {
  const { finished, ms } = await callForRound(lanes);
  return (finished * 1_000) / ms;
}

/**
 * The number of calls for each second of CPU time that `readMs` reports. Other load of the machine changes it
 * little.
 */
export async function callsPerCpuSecond(
  lanes: (() => Promise<unknown>)[],
  readMs: () => Promise<number>,
): Promise<number> {
  const before = await readMs();
  const { finished } = await callForRound(lanes);
  return (finished * 1_000) / ((await readMs()) - before);
}

/** Calls for the time of a round. */
async function callForRound(lanes: (() => Promise<unknown>)[]) {
  const started = performance.now();
  const end = started + secondsPerRound * 1_000;
  let finished = 0;
  await Promise.all(
    lanes.map(async (work) => {
      while (performance.now() < end) {
        await work();
        finished += 1;
      }
    }),
  );
  return { finished, ms: performance.now() - started };
}

export function formatMs(time: number): string {
  return `${time.toFixed(1)} ms`;
}

/** The 95th percentile in milliseconds of sequential calls. */
export async function measureP95(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let calls = 0; calls < callsPerRound; calls += 1) {
    const started = performance.now();
    await call();
    times.push(performance.now() - started);
  }
  return quantile(times, 0.95);
}
