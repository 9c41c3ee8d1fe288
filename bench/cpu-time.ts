import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The unit of CPU times in `/proc`. */
const tickMs = 10;

/** The CPU time of a process and its children until now, in milliseconds. Linux only. */
export async function readCpuMs(pid: number): Promise<number> {
  const own = await readStat(pid);
  if (!own) throw new Error(`There is no process ${pid}.`);
  let ticks = own.ticks + own.endedChildrenTicks;
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readStat(Number(name));
    if (stat?.parent === pid) ticks += stat.ticks;
  }
  return ticks * tickMs;
}

/** The id of the Postgres that runs on `dataDir`. */
export async function findPostgresPid(dataDir: string): Promise<number> {
  const text = await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
  return Number.parseInt(text, 10);
}

/** Null for a process that has ended. */
async function readStat(pid: number) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The name of the program before these fields can contain spaces.
  const [, parent, ...fields] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const sum = (from: number) => (fields[from] ?? 0) + (fields[from + 1] ?? 0);
  return { parent, ticks: sum(9), endedChildrenTicks: sum(11) };
}
