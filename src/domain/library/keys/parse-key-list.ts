import { gameKeyConstants } from '#shared/constants/game-keys.ts';
import { isLongerThan } from '#shared/format/characters.ts';

const { keyMax } = gameKeyConstants;

/** A line of a list that was not added. The report names only its number. */
export interface RefusedLine {
  line: number;
  reason: string;
}

/** A key of a list and its line. */
export interface ListedKey {
  text: string;
  line: number;
}

interface KeyList {
  keys: ListedKey[];
  refused: RefusedLine[];
  /** The number of lines that are not empty. */
  lines: number;
}

/** Reads a list of keys, one a line. Spaces around a key do not count. */
export function parseKeyList(list: string): KeyList {
  const keys: KeyList['keys'] = [];
  const refused: RefusedLine[] = [];
  const lineOf = new Map<string, number>();
  let lines = 0;
  for (const [index, typed] of list.split(/\r\n|\r|\n/).entries()) {
    // `trim` also removes the byte order mark of a file.
    const text = typed.trim();
    if (text === '') continue;
    lines += 1;
    const line = index + 1;
    const earlier = lineOf.get(text);
    const reason = isLongerThan(text, keyMax)
      ? `it has more than ${keyMax} characters`
      : /[\p{C}\uFFFD]/u.test(text)
        ? 'it has characters that cannot be shown'
        : earlier !== undefined
          ? `it is the same as line ${earlier}`
          : null;
    if (reason !== null) {
      refused.push({ line, reason });
      continue;
    }
    lineOf.set(text, line);
    keys.push({ text, line });
  }
  return { keys, refused, lines };
}
