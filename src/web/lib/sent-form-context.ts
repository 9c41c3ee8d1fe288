import { createContext } from 'react-router';
import type { AppError } from '#shared/errors/app-error.ts';

/** A file of a form that the server has written to its disk. It is deleted when the form was handled. */
export interface SentFile {
  name: string;
  path: string;
  bytes: number;
}

/** A form with files that has arrived, or what of it arrived before an error. */
export interface SentForm {
  /** All fields, also the files, whose content is read from the disk when it is needed. */
  form: FormData;
  /** The files that are not empty, in their order. */
  files: SentFile[];
  /** Why the form did not arrive; null if it did. */
  error: AppError | null;
  /** The result of the action, for a script that shows how much of the form was sent. */
  result: { body: unknown; status: number } | null;
}

/** The form of this request if it came with files; null for forms that are read as a whole. */
export const sentFormContext = createContext<SentForm | null>(null);
