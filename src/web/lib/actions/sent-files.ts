import { AppError } from '#shared/errors/app-error.ts';
import { readFiles } from './file-sizes.ts';

/** @throws AppError `bad-input` if no file was chosen. */
export function requireFiles(form: FormData, name: string, text: string): File[] {
  const files = readFiles(form, name);
  if (files.length === 0) throw new AppError('bad-input', { fields: { [name]: text } });
  return files;
}
