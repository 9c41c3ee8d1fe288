/** A piece of a text: plain, or a link whose `text` is what was typed. */
export type TextPiece = { text: string; href?: undefined } | { text: string; href: string };

/** Letters of scripts without spaces between words. They can be directly before a link. */
const unspaced =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';

/** Punctuation that is not ASCII and ends a link. Some signs are within words: middle points, ’, the Tibetan tsheg. */
const ending = '(?![·・‧’་׳״])(?=[^\\0-\\x7f])[\\p{Po}\\p{Ps}\\p{Pe}\\p{Pi}\\p{Pf}]';

/**
 * Possible links: they do not start within a word and end before a space, punctuation of any script, or a character
 * that no URL contains. What ASCII punctuation belongs to a URL is decided later.
 */
const candidates = new RegExp(
  `(?<!(?![${unspaced}])[\\p{L}\\p{N}_])https?://(?:(?!${ending})[^\\s\\p{Cc}\\p{Cf}<>"\`{}|\\\\^])+`,
  'giu',
);

/** Characters at the end that belong to the sentence and not to the URL. */
const trailing = /[.,;:!?'*_~]|(?=[^\0-\x7f])\p{P}/u;

const brackets: Record<string, string> = { ')': '(', ']': '[' };

/** Longer URLs stay plain text. */
const lengthMax = 2_000;

/**
 * Splits a text into plain text and http(s) links. Joined, the pieces are the text again. Punctuation at
 * the end, of any script, and closing brackets that were opened before the URL, do not belong to a link. A URL with a
 * username or password is not a link, because it can look like the URL of another host.
 */
export function splitLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let position = 0;
  for (const { 0: found, index } of text.matchAll(candidates)) {
    const typed = removeTrailing(found);
    const href = toSafeHref(typed);
    if (href === null) continue;
    if (index > position) pieces.push({ text: text.slice(position, index) });
    pieces.push({ text: typed, href });
    position = index + typed.length;
  }
  if (position < text.length) pieces.push({ text: text.slice(position) });
  return pieces;
}

function removeTrailing(found: string): string {
  const characters = [...found];
  const counts = new Map<string, number>();
  for (const character of characters) counts.set(character, (counts.get(character) ?? 0) + 1);
  for (;;) {
    const last = characters.at(-1);
    if (last === undefined) return '';
    const opening = brackets[last];
    const isUnopened =
      opening !== undefined && (counts.get(last) ?? 0) > (counts.get(opening) ?? 0);
    if (!isUnopened && !trailing.test(last)) return characters.join('');
    counts.set(last, (counts.get(last) ?? 0) - 1);
    characters.pop();
  }
}

/** The URL as browsers parse it; null if it must not be a link. */
function toSafeHref(typed: string): string | null {
  if (typed.length > lengthMax || !URL.canParse(typed)) return null;
  const url = new URL(typed);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  return isWeb && url.username === '' && url.password === '' ? url.href : null;
}
