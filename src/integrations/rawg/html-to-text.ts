/** The elements that end a line or a paragraph when markup is removed. */
const lineEnds = new Set(['br', 'li', 'tr', 'dt', 'dd']);
const paragraphEnds = new Set([
  ...['p', 'div', 'ul', 'ol', 'table', 'section', 'article', 'blockquote', 'pre', 'hr'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
]);
/** The elements whose content is not shown. */
const hiddenElements = new Set(['script', 'style', 'template', 'iframe', 'title']);

const namedCharacters: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', shy: '' },
  ...{ ndash: '–', mdash: '—', hellip: '…', bull: '•', middot: '·', times: '×', deg: '°' },
  ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', laquo: '«', raquo: '»' },
  ...{ trade: '™', reg: '®', copy: '©', eacute: 'é', ouml: 'ö', uuml: 'ü', auml: 'ä' },
};

/**
 * Converts HTML to text with lines and paragraphs, in one pass: a hostile text must not cost more
 * than its length. The result must still be handled as text, never as markup.
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
  return text.replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});/gi, decodeCharacter);
}

function decodeCharacter(whole: string, name: string): string {
  if (!name.startsWith('#')) return namedCharacters[name.toLowerCase()] ?? whole;
  const hex = name[1]?.toLowerCase() === 'x';
  const code = Number.parseInt(name.slice(hex ? 2 : 1), hex ? 16 : 10);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
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
