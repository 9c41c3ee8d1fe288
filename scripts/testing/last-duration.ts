import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const file = path.resolve('node_modules/.cache/guildhall-tests/seconds');

/** Says how long all tests take, by the last complete run on this machine. */
export function describeDuration(): string {
  try {
    const minutes = Math.ceil(Number(readFileSync(file, 'utf8')) / 60);
    return `All tests took about ${minutes} min when they last passed here.`;
  } catch {
    return 'All tests have not run here yet. Expect about 14 minutes on two cores.';
  }
}

/** Stores the duration of a complete run. */
export function storeDuration(seconds: number): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, String(Math.round(seconds)));
}
