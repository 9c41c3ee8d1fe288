import { createContext } from 'react-router';
import type { AppError } from '#shared/errors/app-error.ts';

/** A file of a form that the server has written to its disk. It is deleted when the page was rendered. */
export interface SentFile {
  name: string;
  path: string;
  bytes: number;
}

/** The file of a form, or why it did not arrive. Null if no file was chosen. */
export type SentFileOfForm = { file: SentFile | null } | { error: AppError };

/** The file of this request's form; null for forms that are read as a whole. */
export const sentFileContext = createContext<SentFileOfForm | null>(null);
