import { replaceConfusables } from '../lib/letters/replace-confusables.ts';

/**
 * How a text is read. `plain`: digits and symbols stand for themselves. `i` and `l`: digits and symbols also
 * stand for the letters that they look like, and 1, ! and | for the letter of the name.
 */
export type ReadingKind = 'plain' | 'i' | 'l';

/** A text as it is compared. The arrays have an entry for each UTF-16 unit of `units`. */
export interface Reading {
  /** Lower-case letters and digits without accents, one space between words. */
  units: string;
  /** Where the character of a unit starts and ends in the text. */
  starts: Int32Array;
  ends: Int32Array;
  classes: Uint8Array;
  /** 1 for a digit or symbol that is read as a letter. */
  replaced: Uint8Array;
}

export const unitClass = { separator: 0, word: 1, symbol: 2 } as const;

/** A character of a text. */
interface Cell {
  start: number;
  end: number;
  typed: string;
  folded: string;
  kind: Kind;
}

type Kind = 'ignored' | 'separator' | 'word' | 'symbol';

/** Characters that nobody sees, and the colours of emoji. */
const ignored = /[\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}\u2800]/u;

/**
 * Accents and points. Vowel signs of other scripts and the voicing marks of Japanese are letters to their readers.
 */
const accents =
  /(?=[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}])(?![\u3099\u309a])\p{M}/gu;

/** Characters of other scripts and styles are compared as the Latin letter or the digit that they look like. */
const scriptsWithLookAlikes =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}\p{Script=Canadian_Aboriginal}\p{Script=Common}]/u;

const wordCharacter = /[\p{L}\p{N}\p{M}]/u;
const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;

/** Digits and symbols that are read as letters. `1` stands for those that look like an i and like an l. */
const lookAlikes = new Map(
  Object.entries({ '0': 'o', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '@': 'a', $: 's' }),
);
const likeIOrL = new Set(['1', '!', '|']);

/** How a character is compared: without accents, in lower case, as the letter that it looks like. */
function foldCharacter(typed: string): Pick<Cell, 'folded' | 'kind'> {
  if (/^[a-z0-9]$/i.test(typed)) return { folded: typed.toLowerCase(), kind: 'word' };
  if (ignored.test(typed)) return { folded: '', kind: 'ignored' };
  const plain = removeAccents(typed);
  if (plain === '') return { folded: '', kind: 'ignored' };
  const folded = toLookAlike(toCaseless(plain)).replace(/\s/gu, '');
  if (wordCharacter.test(folded)) return { folded, kind: 'word' };
  if (emoji.test(typed)) return { folded: typed, kind: 'symbol' };
  return { folded: '', kind: 'separator' };
}

const removeAccents = (text: string) => text.normalize('NFKD').replace(accents, '');

/** Also letters that have one case only, such as ß, or another small letter at the end of a word. */
const toCaseless = (text: string) => removeAccents(text.toUpperCase().toLowerCase());

function toLookAlike(text: string): string {
  let result = '';
  for (const character of text) {
    const isCandidate = character > '\u007f' && scriptsWithLookAlikes.test(character);
    const like = isCandidate ? removeAccents(replaceConfusables(character)).toLowerCase() : '';
    result += /^[a-z0-9]+$/.test(like) ? like : character;
  }
  return result;
}

/** The characters of a text with their folded forms. Takes time in proportion to the length. */
export function splitCells(text: string): Cell[] {
  const known = new Map<string, Pick<Cell, 'folded' | 'kind'>>();
  const cells: Cell[] = [];
  let start = 0;
  for (const typed of text) {
    let fold = known.get(typed);
    if (!fold) {
      fold = foldCharacter(typed);
      known.set(typed, fold);
    }
    const end = start + typed.length;
    const last = cells.at(-1);
    if (fold.kind !== 'ignored') cells.push({ start, end, typed, ...fold });
    // An accent belongs to the letter before it.
    else if (last) last.end = end;
    start = end;
  }
  return cells;
}

/** Whether the readings of a text differ. */
export function hasConfusables(cells: readonly Cell[]): boolean {
  return cells.some(({ typed }) => typed === 'I' || standsForLetter(typed));
}

const standsForLetter = (typed: string) => lookAlikes.has(typed) || likeIOrL.has(typed);

/** The text as it is compared in one reading. */
export function createReading(cells: readonly Cell[], kind: ReadingKind): Reading {
  let length = 0;
  for (const { folded } of cells) length += Math.max(1, folded.length);
  const starts = new Int32Array(length);
  const ends = new Int32Array(length);
  const classes = new Uint8Array(length);
  const replaced = new Uint8Array(length);
  const parts: string[] = [];
  let at = 0;
  let isAfterSeparator = false;
  for (const [index, cell] of cells.entries()) {
    const letter = kind === 'plain' ? null : readAsLetter(cells, index, kind);
    const read = letter ?? cell.folded;
    if (letter === null && cell.kind === 'separator') {
      if (isAfterSeparator) continue;
      isAfterSeparator = true;
      parts.push(' ');
      starts[at] = cell.start;
      ends[at] = cell.end;
      at += 1;
      continue;
    }
    isAfterSeparator = false;
    parts.push(read);
    for (let unit = 0; unit < read.length; unit += 1) {
      starts[at] = cell.start;
      ends[at] = cell.end;
      classes[at] = letter === null && cell.kind === 'symbol' ? unitClass.symbol : unitClass.word;
      replaced[at] = letter === null ? 0 : 1;
      at += 1;
    }
  }
  return { units: parts.join(''), starts, ends, classes, replaced };
}

/**
 * The letter that a digit or symbol is read as; null if it stands for itself. A symbol is a letter only next to
 * a letter; ! and | only before one, because they also end sentences and separate words.
 */
function readAsLetter(cells: readonly Cell[], index: number, kind: 'i' | 'l'): string | null {
  const typed = cells[index]?.typed ?? '';
  if (typed === 'I') return kind === 'l' ? 'l' : null;
  const isOne = likeIOrL.has(typed);
  const letter = isOne ? kind : lookAlikes.get(typed);
  if (letter === undefined) return null;
  if (cells[index]?.kind === 'word') return letter;
  const isBesideLetter =
    isLetterLike(cells[index + 1]) || (!isOne && isLetterLike(cells[index - 1]));
  return isBesideLetter ? letter : null;
}

function isLetterLike(cell: Cell | undefined): boolean {
  return cell !== undefined && (cell.kind === 'word' || standsForLetter(cell.typed));
}
