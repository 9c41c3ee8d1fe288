import { uploadConstants } from '#shared/constants/uploads.ts';

/** What turns the direction of a text or is not seen. */
const unseen = /\p{C}|[\u2028\u2029]/gu;

const readMax = 1_000;

/**
 * The name that a file was sent by, as it can be shown: without folders and without what cannot be seen,
 * at most 100 characters, of which the end with the kind is kept. It names no file of ours.
 */
export function showableName(sent: string): string {
  // The end alone is read: it has the kind, and a name as long as a book costs nothing.
  const end = sent.slice(-readMax).split(/[/\\]/).at(-1) ?? '';
  const name = end
    .toWellFormed()
    .normalize('NFC')
    .replaceAll('%22', '"')
    .replace(unseen, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const characters = [...name];
  if (characters.length <= uploadConstants.nameMax) return name || 'picture';
  const kind = /\.[A-Za-z0-9]{1,5}$/.exec(name)?.[0] ?? '';
  return characters.slice(0, uploadConstants.nameMax - kind.length).join('') + kind;
}
