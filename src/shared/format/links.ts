/** A piece of a text: as it is, or a link of which `text` is what was typed. */
export type TextPiece = { text: string; href?: undefined } | { text: string; href: string };

/** What begins like a link, not within a word, up to a blank or what no address has in it. */
const candidates = /(?<![\p{L}\p{N}_])https?:\/\/[^\s\p{Cc}\p{Cf}<>"`{}|\\^]+/giu;

/** What ends a sentence, a quotation or an aside rather than an address. */
const trailing = /[.,;:!?…'’”»*_~、。，！？；：」』）】》]/u;

const brackets: Record<string, string> = { ')': '(', ']': '[' };

/** Longer ones are left as text. */
const lengthMax = 2_000;

/**
 * Parts a plain text into text and links to http and https addresses, which screens show as such; put
 * together the pieces are the text again. What closes a sentence or a bracket that began before the
 * address is not of it. An address with a name or password before its host is no link, as it reads like
 * the address of another host.
 */
export function splitLinks(text: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let done = 0;
  for (const { 0: found, index } of text.matchAll(candidates)) {
    const typed = withoutTrailing(found);
    const href = safeHref(typed);
    if (href === null) continue;
    if (index > done) pieces.push({ text: text.slice(done, index) });
    pieces.push({ text: typed, href });
    done = index + typed.length;
  }
  if (done < text.length) pieces.push({ text: text.slice(done) });
  return pieces;
}

function withoutTrailing(found: string): string {
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

/** The address as browsers read it, or null where it is none to go to. */
function safeHref(typed: string): string | null {
  if (typed.length > lengthMax || !URL.canParse(typed)) return null;
  const url = new URL(typed);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  return isWeb && url.username === '' && url.password === '' ? url.href : null;
}
