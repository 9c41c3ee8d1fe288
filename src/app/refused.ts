import type { Refused } from './refusal.ts';

/** Whether the data of a failed screen are a refusal, which is no bug whatever its status. */
export function isRefused(value: unknown): value is Refused {
  return typeof value === 'object' && value !== null && 'refusal' in value;
}
