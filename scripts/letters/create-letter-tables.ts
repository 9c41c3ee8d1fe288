import { fileURLToPath } from 'node:url';
import { readConfusables } from './read-confusables.ts';
import { readLatinLetters } from './read-latin-letters.ts';
import { writeTable } from './write-tables.ts';

/** What `select unicode_version()` answers in the Postgres whose rules are read. */
const postgresUnicode = '16.0';

const pathOf = (name: string) =>
  fileURLToPath(new URL(`../../src/domain/lib/letters/${name}.ts`, import.meta.url));

/** The modules with tables of letters, from the data of the installed Node and Postgres. */
export async function createLetterTables(): Promise<{ path: string; text: string }[]> {
  return [
    {
      path: pathOf('latin-letters'),
      text: writeTable({
        name: 'latinLetters',
        comment:
          'Small Latin letters that Unicode does not decompose, and what people type for them.',
        unicode: postgresUnicode,
        pairs: await readLatinLetters(),
      }),
    },
    {
      path: pathOf('confusables'),
      text: writeTable({
        name: 'confusables',
        comment:
          'Characters that look like ASCII characters: Unicode’s list of confusable characters.',
        unicode: process.versions.unicode ?? '',
        pairs: readConfusables(),
      }),
    },
  ];
}
