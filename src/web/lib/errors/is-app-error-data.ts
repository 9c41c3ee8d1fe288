import type { AppErrorData } from './render-app-error.ts';

/** Whether the data of a failed screen are a refusal, which is no bug whatever its status. */
export function isAppErrorData(value: unknown): value is AppErrorData {
  return typeof value === 'object' && value !== null && 'refusal' in value;
}
