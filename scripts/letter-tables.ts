import { writeFile } from 'node:fs/promises';
import { createLetterTables } from './letters/create-letter-tables.ts';

/** Writes the tables of letters again, after an update of Node or Postgres. */
for (const { path, text } of await createLetterTables()) await writeFile(path, text);
