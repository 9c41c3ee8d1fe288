import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findPostgresBinaries } from '#database/embedded-postgres/postgres-binaries.ts';
import type { LetterPair } from './read-confusables.ts';

/**
 * Reads the small Latin letters that Unicode does not decompose, and the ASCII letters that people type in their
 * place: ø and o, ß and ss. They come from the rules of the extension `unaccent` in the package of Postgres, which are
 * made from Unicode's data and the transliteration to ASCII of CLDR.
 */
export async function readLatinLetters(): Promise<LetterPair[]> {
  const { postgres } = await findPostgresBinaries();
  const rules = path.join(
    path.dirname(postgres),
    '../share/postgresql/tsearch_data/unaccent.rules',
  );
  return readFileSync(rules, 'utf8')
    .split('\n')
    .map((rule): LetterPair => {
      const [letter = '', ascii = ''] = rule.split('\t');
      return [letter, ascii.toLowerCase()];
    })
    .filter(
      ([letter, ascii]) =>
        /^\p{L}$/u.test(letter) &&
        /^\p{Script=Latin}$/u.test(letter) &&
        letter === letter.toLowerCase() &&
        letter === letter.normalize('NFKD') &&
        letter > '\u007f' &&
        /^[a-z]+$/.test(ascii),
    )
    .toSorted(([a], [b]) => (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0));
}
