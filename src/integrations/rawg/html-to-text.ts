import { decodeHTMLStrict } from 'entities';

/** The elements that end a line or a paragraph when markup is removed. */
const lineEnds = new Set(['br', 'li', 'tr', 'dt', 'dd']);
const paragraphEnds = new Set([
  ...['p', 'div', 'ul', 'ol', 'table', 'section', 'article', 'blockquote', 'pre', 'hr'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
]);
/** The elements whose content is not shown. */
const hiddenElements = new Set(['script', 'style', 'template', 'iframe', 'title']);

/**
 * Converts HTML to text with lines and paragraphs, in one pass: a hostile text must not cost more
 * than its length. Decision record 030 has the time that an HTML parser takes for nested elements.
 * The result must still be handled as text, never as markup.
 */
export function htmlToText(html: string): string {
  const [first = '', ...pieces] = html.split('<');
  let text = first;
  let hiddenElement: string | null = null;
  for (const piece of pieces) {
    const end = piece.indexOf('>');
    const tag = /^(\/?)([a-z][a-z0-9]*)|^[!?]/i.exec(piece);
    if (end === -1 || tag === null) {
      if (hiddenElement === null) text += `<${piece}`;
      continue;
    }
    const name = (tag[2] ?? '').toLowerCase();
    if (hiddenElement !== null) {
      if (tag[1] !== '/' || name !== hiddenElement) continue;
      hiddenElement = null;
    } else if (tag[1] !== '/' && hiddenElements.has(name)) {
      hiddenElement = name;
      continue;
    }
    if (paragraphEnds.has(name)) text += '\n\n';
    else if (name === 'br' || (lineEnds.has(name) && tag[1] === '/')) text += '\n';
    text += piece.slice(end + 1);
  }
  // Invalid references are decoded to U+FFFD. Soft hyphens are invisible and would break searches.
  return decodeHTMLStrict(text).replaceAll(/[\u00ad\ufffd]/g, '');
}

/** A text of several lines that Postgres and pages can handle, at most `max` characters. */
export function toPlainText(text: string, max: number): string {
  const lines = removeBadCharacters(text.replaceAll('\r\n', '\n').replaceAll('\r', '\n'))
    .split('\n')
    .map((line) => line.replaceAll(/[ \t\u00a0]+/g, ' ').trim());
  return clip(
    lines
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim(),
    max,
  );
}

/** The same for one line: line breaks become spaces. */
export function toPlainLine(text: string, max: number): string {
  return clip(removeBadCharacters(text.replaceAll(/\s+/g, ' ')).trim(), max);
}

/**
 * Removes lone surrogates, control characters except tab and line feed, and characters that change
 * the direction of the text around them.
 */
function removeBadCharacters(text: string): string {
  return text.replaceAll(/(?![\t\n])[\p{Cc}\p{Surrogate}\u202a-\u202e\u2066-\u2069]/gu, '');
}

function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  // A character of two code units may have been cut in half.
  return text
    .slice(0, max)
    .replace(/\p{Surrogate}$/u, '')
    .trimEnd();
}
