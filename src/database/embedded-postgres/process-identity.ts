import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

export interface ProcessInfo {
  parent: number;
  /**
   * When the process started. It distinguishes processes with the same process id, because ids are
   * reused.
   */
  started: string;
  /** The arguments, joined by NUL on Linux and by spaces elsewhere. */
  command: string;
}

/** Reads information about a running process; undefined when it has ended or is a zombie. */
export async function getProcessInfo(pid: number): Promise<ProcessInfo | undefined> {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  if (process.platform === 'linux') return readLinuxInfo(pid);
  if (process.platform === 'win32') return readWindowsInfo(pid);
  return readPsInfo(pid);
}

async function readLinuxInfo(pid: number): Promise<ProcessInfo | undefined> {
  try {
    const [stat, command, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
      // Start times count from the boot. Two boots can have equal ones, so the id of the boot is added.
      readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    ]);
    // The second field is the name in brackets, which may contain spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return { parent: Number(fields[1]), started: `${boot.trim()}:${fields[19]}`, command };
  } catch {
    return undefined;
  }
}

async function readPsInfo(pid: number): Promise<ProcessInfo | undefined> {
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

function readWindowsInfo(pid: number): ProcessInfo | undefined {
  try {
    process.kill(pid, 0);
    return { parent: 0, started: '', command: '' };
  } catch {
    return undefined;
  }
}
