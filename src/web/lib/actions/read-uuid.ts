import { z } from 'zod';
import { AppError, type AppErrorCode } from '#shared/errors/app-error.ts';

/**
 * The id of a path.
 * @throws AppError `missing` for what cannot be one.
 */
export function readUuid(text: string | undefined, missing: AppErrorCode = 'not-found'): string {
  const { success, data } = z.uuid().safeParse(text);
  if (!success) throw new AppError(missing);
  return data;
}
