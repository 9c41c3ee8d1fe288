/** A claim as measured. */
export interface Measured {
  claim: string;
  /** What is compared, the median of its rounds, with its unit. */
  ours: string;
  theirs: string;
  /** The median of the rounds' ratios. */
  ratio: number;
  goal: { atLeast: number } | { atMost: number };
  note?: string;
}

const rounds = 5;
const secondsARound = 3;
const callsARound = 400;

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value below which `share` of them lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (value === undefined) throw new Error('Nothing was measured.');
  return value;
}

/**
 * Measures both sides in turn, five times, so that whatever else the machine does meets both. The
 * ratio is the median of the rounds' own ratios. A round that warms up is not counted.
 */
export async function interleave(
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

export function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString('en-US')}/s`;
}

/** What all lanes together finish in a second. */
export async function rate(lanes: (() => Promise<unknown>)[]): Promise<number> {
  const started = performance.now();
  const end = started + secondsARound * 1_000;
  let finished = 0;
  await Promise.all(
    lanes.map(async (work) => {
      while (performance.now() < end) {
        await work();
        finished += 1;
      }
    }),
  );
  return (finished * 1_000) / (performance.now() - started);
}

export function inMs(time: number): string {
  return `${time.toFixed(1)} ms`;
}

/** The 95th percentile of milliseconds that a call takes, one after the other. */
export async function p95(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let calls = 0; calls < callsARound; calls += 1) {
    const started = performance.now();
    await call();
    times.push(performance.now() - started);
  }
  return quantile(times, 0.95);
}
