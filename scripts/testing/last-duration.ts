import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Measured in a clean clone, on two cores without other work. */
const expectedMinutes = 15;

const file = path.resolve('node_modules/.cache/guildhall-tests/seconds');

/** Describes how long the last complete run in which all tests passed took on this machine. */
export function describeDuration(): string {
  try {
    const minutes = Math.ceil(Number(readFileSync(file, 'utf8')) / 60);
    return `All tests took about ${minutes} min when they last passed here.`;
  } catch {
    return `There was no complete run here yet in which all tests passed. Expect about ${expectedMinutes} minutes on two cores.`;
  }
}

/** Stores the duration of a complete run in which all tests passed. */
export function storeDuration(seconds: number): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, String(Math.round(seconds)));
}
