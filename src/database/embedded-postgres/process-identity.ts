import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

export interface ProcessFacts {
  parent: number;
  /** The same text as long as it is the same process: process ids are used again, this is not. */
  started: string;
  /** The arguments, joined by NUL on Linux and by spaces elsewhere. */
  command: string;
}

/** What the system knows of a living process; undefined when it is gone or only a zombie. */
export async function processFacts(pid: number): Promise<ProcessFacts | undefined> {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  if (process.platform === 'linux') return linuxFacts(pid);
  if (process.platform === 'win32') return windowsFacts(pid);
  return psFacts(pid);
}

async function linuxFacts(pid: number): Promise<ProcessFacts | undefined> {
  try {
    const [stat, command, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
      // Start times count from the boot, so two boots may share one.
      readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    ]);
    // The second field is the name in brackets, which may hold blanks and brackets itself.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return { parent: Number(fields[1]), started: `${boot.trim()}:${fields[19]}`, command };
  } catch {
    return undefined;
  }
}

async function psFacts(pid: number): Promise<ProcessFacts | undefined> {
  try {
    const format = 'ppid=,stat=,lstart=,command=';
    const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', format, '-p', String(pid)]);
    const found = /^\s*(\d+)\s+(\S+)\s+((?:\S+\s+){4}\S+)\s+(.*)$/m.exec(stdout);
    if (!found || found[2]?.startsWith('Z')) return undefined;
    return { parent: Number(found[1]), started: found[3] ?? '', command: found[4] ?? '' };
  } catch {
    return undefined;
  }
}

function windowsFacts(pid: number): ProcessFacts | undefined {
  try {
    process.kill(pid, 0);
    return { parent: 0, started: '', command: '' };
  } catch {
    return undefined;
  }
}
