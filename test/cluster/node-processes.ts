import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The process ids of the web processes of a node, in ascending order. */
export async function listWebProcesses(primaryPid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent]) => Number(parent) === primaryPid)
    .filter((words) => words.some((word) => word.endsWith('build/server/main.js')))
    .map(([pid]) => Number(pid))
    .toSorted((a, b) => a - b);
}
