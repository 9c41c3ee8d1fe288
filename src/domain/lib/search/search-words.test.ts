// cspell:ignore İzmir
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { text } from '#database/column-types.ts';
import { queryRows } from '#database/prepared-query.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { toSearchWords } from './search-words.ts';

const database = useDatabase();

/** The words that the function of the database makes of texts. */
async function readWords(texts: readonly string[]): Promise<string[]> {
  const rows = await queryRows<{ words: string }>(
    database.db,
    { words: text },
    sql`select search_words(typed) as words
      from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) with ordinality as all_texts (typed, place)
      order by place`,
  );
  return rows.map(({ words }) => words);
}

const names: [name: string, words: string][] = [
  ['Pokémon™ Legends', 'pokemon legends'],
  ['Smørrebrød', 'smorrebrod'],
  ['Łódź', 'lodz'],
  ['Đorđe', 'dorde'],
  ['Straße ẞ', 'strasse ss'],
  ['Æon Œuvre', 'aeon oeuvre'],
  ['ISPARTA ıspanak İzmir', 'isparta ispanak izmir'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
  ['Ёлка', 'елка'],
  ['ＦＵＬＬ　ｗｉｄｔｈ', 'full width'],
  ['R.E.P.O.', 'repo'],
  ['S.T.A.L.K.E.R. 2: Heart', 'stalker 2 heart'],
  ['É.T.É.', 'ete'],
  ['Vol.2.5 e.g. a.bc', 'vol 2 5 eg a bc'],
  ['Counter-Strike', 'counter strike'],
  ["Don’t Don't Donʼt", 'dont dont dont'],
  ['C# and C++', 'c# and c++'],
  ['#1 + Rock+Roll C++20 ++', '1 rock roll c 20'],
  ['100% _a_ \\', '100% _a_ \\'],
  ['!!!', ''],
  ['+++', ''],
  ['_%', ''],
  ['', ''],
];

describe('the words of a search', () => {
  it.each(names)('of %s are %s', (name, words) => {
    expect(toSearchWords(name)).toBe(words);
    expect(toSearchWords(words)).toBe(words);
  });

  it('are the same in the database', async () => {
    expect(await readWords(names.map(([name]) => name))).toEqual(names.map(([, words]) => words));
  });

  it('are the same in the database for every character', async () => {
    const groups = Array.from({ length: 0x20000 / 64 }, (_, group) =>
      Array.from({ length: 64 }, (_, at) => group * 64 + at)
        .map((code) => String.fromCodePoint(code))
        .filter(
          (character) => !/\p{Cs}|\p{Cn}|\p{Script=Han}|\p{Script=Hangul}|\0/u.test(character),
        ),
    );
    // Postgres has the characters of an earlier Unicode.
    const known = await queryRows<{ characters: string }>(
      database.db,
      { characters: text },
      sql`select string_agg(letter, '' order by place) as characters
        from jsonb_array_elements_text(${JSON.stringify(groups.flat())}::jsonb) with ordinality as list (letter, place)
        where unicode_assigned(letter) group by place / 64`,
    );
    const texts = known.map(({ characters }) =>
      [...characters].map((character) => `a${character}b ${character}c`).join(' '),
    );
    expect(texts.length).toBeGreaterThan(500);
    const words = await readWords(texts);
    const different = texts.filter((typed, index) => toSearchWords(typed) !== words[index]);
    expect(different).toEqual([]);
  });

  it('of a long text of signs are the same in the database', async () => {
    const signs = ['+', '#', '.', 'a.', '+#', "'", ' '];
    const texts = signs.map((sign) => sign.repeat(10_000));
    expect(await readWords(texts)).toEqual(texts.map(toSearchWords));
    // A comparison that takes quadratic time would exceed the time limit of the test.
    const longTexts = signs.map((sign) => sign.repeat(1_000_000));
    expect(longTexts.map(toSearchWords)).toEqual(['', '', '', 'a'.repeat(1_000_000), '', '', '']);
  });
});
