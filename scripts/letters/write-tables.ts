import type { LetterPair } from './read-confusables.ts';

/** The characters of each ASCII text as one line: `a: 251 3b1`, with code points in hexadecimal. */
function toLines(pairs: readonly LetterPair[]): string {
  const lines = new Map<string, string[]>();
  for (const [letter, ascii] of pairs) {
    const codes = lines.get(ascii) ?? [];
    codes.push((letter.codePointAt(0) ?? 0).toString(16));
    lines.set(ascii, codes);
  }
  return [...lines]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([ascii, codes]) => `${ascii.replace(/[\\`]/g, '\\$&')} ${codes.join(' ')}`)
    .join('\n');
}

interface Table {
  name: string;
  comment: string;
  unicode: string;
  pairs: readonly LetterPair[];
}

/** The text of a module with a table of letters. */
export function writeTable({ name, comment, unicode, pairs }: Table): string {
  return `// Written by npm run letter-tables. cspell:disable
import { readLetterTable } from './read-letter-table.ts';

/** The version of Unicode that the table has. */
export const ${name}Unicode = '${unicode}';

/** ${comment} */
export const ${name} = readLetterTable(\`
${toLines(pairs)}
\`);
`;
}
