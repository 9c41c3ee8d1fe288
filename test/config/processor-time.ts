import { appendFileSync, readdirSync, readFileSync } from 'node:fs';

/** The unit of processor times in `/proc`. */
const ticksPerSecond = 100;

/**
 * The seconds of processor time that this process and all its descendants have used, also those that ended, such
 * as servers and browsers. Without `/proc` only those of this process.
 */
export function readProcessorSeconds(): number {
  if (process.platform !== 'linux') {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  }
  const processes = new Map<number, { parent: number; ticks: number }>();
  for (const name of readdirSync('/proc')) {
    const found = /^\d+$/.test(name) && readProcess(name);
    if (found) processes.set(Number(name), found);
  }
  let ticks = 0;
  for (const [pid, { ticks: own }] of processes) {
    let ancestor: number | undefined = pid;
    while (ancestor && ancestor !== process.pid) ancestor = processes.get(ancestor)?.parent;
    if (ancestor === process.pid) ticks += own;
  }
  return ticks / ticksPerSecond;
}

function readProcess(pid: string): { parent: number; ticks: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program before these fields can contain spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [parent, ...times] = [1, 11, 12, 13, 14].map((at) => Number(fields[at]));
    return { parent: parent ?? 0, ticks: times.reduce((sum, time) => sum + time, 0) };
  } catch {
    // It has ended.
    return null;
  }
}

/**
 * Starts to measure the processor time of a part of a test file. The returned function stores it for the table of
 * `npm test`, which sets TEST_TIMES_FILE.
 */
export function measureProcessorTime(): (file: string) => void {
  const stored = process.env.TEST_TIMES_FILE;
  if (!stored) return () => undefined;
  const before = readProcessorSeconds();
  return (file) => {
    const seconds = readProcessorSeconds() - before;
    appendFileSync(stored, `${JSON.stringify({ file, seconds })}\n`);
  };
}
