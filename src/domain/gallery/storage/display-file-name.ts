import { uploadConstants } from '#shared/constants/gallery/uploads.ts';

/** Invisible characters and characters that change the direction of a text. */
const invisible = /\p{C}|[\u2028\u2029]/gu;

const readLength = 1_000;

/**
 * The name of a sent file in a form that can be shown: without folders and invisible characters, at
 * most 100 characters; the file extension stays. It is never used as the name of a stored file. A name of which
 * nothing is left becomes `fallback`.
 */
export function toDisplayFileName(sent: string, fallback = 'picture'): string {
  // Reads only the end, which has the extension: a very long name costs no time.
  const end = sent.slice(-readLength).split(/[/\\]/).at(-1) ?? '';
  const name = end
    .toWellFormed()
    .normalize('NFC')
    .replaceAll('%22', '"')
    .replace(invisible, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const characters = [...name];
  if (characters.length <= uploadConstants.nameMax) return name || fallback;
  const extension = /\.[A-Za-z0-9]{1,5}$/.exec(name)?.[0] ?? '';
  return characters.slice(0, uploadConstants.nameMax - extension.length).join('') + extension;
}
