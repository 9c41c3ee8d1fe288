import { readdirSync, readFileSync } from 'node:fs';

/** The unit of processor times in `/proc`. */
const tickMs = 10;

/**
 * The processor time of this process and of all that it started, until now, in milliseconds. Elsewhere than on
 * Linux only of this process.
 */
export function readProcessTreeMs(): number {
  if (process.platform !== 'linux') {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
  const children = new Map<number, { pid: number; ticks: number }[]>();
  let ticks = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const pid = Number(name);
    const stat = readStat(pid);
    if (!stat) continue;
    if (pid === process.pid) ticks += stat.ticks;
    const siblings = children.get(stat.parent) ?? [];
    siblings.push({ pid, ticks: stat.ticks });
    children.set(stat.parent, siblings);
  }
  const addChildren = (parent: number) => {
    for (const child of children.get(parent) ?? []) {
      ticks += child.ticks;
      addChildren(child.pid);
    }
  };
  addChildren(process.pid);
  return ticks * tickMs;
}

/** The parent of a process, and its ticks with those of its ended children. Null if it has ended. */
function readStat(pid: number) {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The name of the program before these fields can contain spaces.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  return { parent, ticks: fields.slice(11, 15).reduce((sum, value) => sum + value, 0) };
}
