import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const folder = 'build/client/static/js';

test('no browser script contains the validation library, which only the server needs', async () => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  expect(names.length).toBeGreaterThan(50);
  const heavy: string[] = [];
  for (const name of names) {
    // Names inside the library that no build renames.
    if (/\b_zod\b|ZodError/.test(await readFile(`${folder}/${name}`, 'utf8'))) heavy.push(name);
  }
  expect(heavy).toEqual([]);
});
