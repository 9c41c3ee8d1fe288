import { writeFile } from 'node:fs/promises';
import { createLetterTables } from './letters/create-letter-tables.ts';
import { createSearchFunction } from './letters/create-search-function.ts';

// Writes the tables of letters again, after an update of Node or Postgres, and prints the function of the database
// that needs a migration if a table changed.
for (const { path, text } of await createLetterTables()) await writeFile(path, text);
console.log(`CREATE OR REPLACE FUNCTION search_words(name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
${createSearchFunction()}
$$;`);
