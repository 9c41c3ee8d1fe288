import type { AppErrorData } from './render-app-error.ts';

/** Whether the data of a failed screen hold an AppError, which is not a bug whatever its status is. */
export function isAppErrorData(value: unknown): value is AppErrorData {
  return typeof value === 'object' && value !== null && 'error' in value;
}
