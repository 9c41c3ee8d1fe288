import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { text } from '#database/column-types.ts';
import { queryRows } from '#database/prepared-query.ts';
import { confusables, confusablesUnicode } from '#domain/lib/letters/confusables.ts';
import { latinLetters, latinLettersUnicode } from '#domain/lib/letters/latin-letters.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createLetterTables } from './create-letter-tables.ts';
import { createSearchFunction } from './create-search-function.ts';

const database = useDatabase();

describe('the tables of letters', () => {
  it('are those of the installed Node and Postgres (npm run letter-tables)', async () => {
    for (const { path, text: written } of await createLetterTables()) {
      expect(await readFile(path, 'utf8')).toBe(written);
    }
    const [{ version } = { version: '' }] = await queryRows<{ version: string }>(
      database.db,
      { version: text },
      sql`select unicode_version() as version`,
    );
    expect(latinLettersUnicode).toBe(version);
    expect(confusablesUnicode).toBe(process.versions.unicode);
  });

  it('are in the function of the database', async () => {
    const [found] = await queryRows<{ body: string }>(
      database.db,
      { body: text },
      sql`select prosrc as body from pg_proc where proname = 'search_words'`,
    );
    // If not, `npm run letter-tables` prints what a migration has to run, which also writes the stored words again.
    expect(found?.body.trim()).toBe(createSearchFunction());
  });

  it('have the letters that people know', () => {
    const known = Object.entries({ ø: 'o', ł: 'l', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i' });
    for (const [letter, ascii] of known) expect(latinLetters.get(letter)).toBe(ascii);
    for (const [letter, ascii] of Object.entries({ а: 'a', ѕ: 's', Ο: 'O', ᖇ: 'R', Ꭺ: 'A' })) {
      expect(confusables.get(letter)).toBe(ascii);
    }
  });
});
