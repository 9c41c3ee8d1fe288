import { toDisplayFileName } from '../gallery/storage/display-file-name.ts';

/** Characters that Windows does not allow in the name of a file. */
const notOnWindows = /[<>:"|?*]/g;

/**
 * The name under which browsers save a sent file: without folders, invisible characters and characters that change
 * the direction of a text, at most 100 characters.
 */
export function toSavedFileName(sent: string): string {
  return toDisplayFileName(sent, 'download').replace(notOnWindows, '_');
}
