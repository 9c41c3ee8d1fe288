import { gameKeyConstants } from '#shared/constants/game-library/game-keys.ts';
import { isLongerThan } from '#shared/format/texts/characters.ts';
import { isKeyHeading } from './key-headings.ts';

const { keyMax } = gameKeyConstants;

/** What a number of a key counts: the lines of a list or the rows of a table. */
export type KeyUnit = 'line' | 'row';

/** A line of a list, or a row of a table, that was not added. The report names only its number. */
export interface RefusedLine {
  line: number;
  reason: string;
}

/** A key of a list or table, and its line or row. */
export interface ListedKey {
  text: string;
  line: number;
}

export interface KeyList {
  keys: ListedKey[];
  refused: RefusedLine[];
  /** The number of lines that are not empty. */
  lines: number;
}

/** Reads a list of keys, one a line. Spaces around a key do not count. */
export function parseKeyList(list: string): KeyList {
  const lines = list.split(/\r\n|\r|\n/);
  const typed = lines.map((text, index) => ({ line: index + 1, text }));
  return checkKeys(typed, 'line');
}

/** Checks what may be keys, with the numbers of their lines or rows. Empty texts are ignored. */
export function checkKeys(typedKeys: readonly ListedKey[], unit: KeyUnit): KeyList {
  const keys: KeyList['keys'] = [];
  const refused: RefusedLine[] = [];
  const lineOf = new Map<string, number>();
  for (const { line, text: typed } of typedKeys) {
    // `trim` also removes the byte order mark of a file.
    const text = typed.trim();
    if (text === '') continue;
    const earlier = lineOf.get(text);
    const reason =
      findProblem(text, unit) ??
      (earlier === undefined ? null : `it is the same as ${unit} ${earlier}`);
    if (reason !== null) {
      refused.push({ line, reason });
      continue;
    }
    lineOf.set(text, line);
    keys.push({ text, line });
  }
  return { keys, refused, lines: keys.length + refused.length };
}

/** Why a text is no key; null if it can be one. */
function findProblem(text: string, unit: KeyUnit): string | null {
  if (isLongerThan(text, keyMax)) return `it has more than ${keyMax} characters`;
  if (/[\p{C}\uFFFD]/u.test(text)) return 'it has characters that cannot be shown';
  if (isKeyHeading(text)) return 'it is a heading and no key';
  if (unit === 'line' && /^".*"$/.test(text))
    return 'it is in quotation marks, as in a CSV file: send it as a file with the ending csv';
  return null;
}
