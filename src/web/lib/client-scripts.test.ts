import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const folder = 'build/client/static/js';

/** The browser scripts that contain text that matches `pattern`. */
async function scriptsWith(pattern: RegExp): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  expect(names.length).toBeGreaterThan(50);
  const found: string[] = [];
  for (const name of names) {
    if (pattern.test(await readFile(`${folder}/${name}`, 'utf8'))) found.push(name);
  }
  return found;
}

// The patterns are names inside the libraries that no build renames.
test('no browser script contains the validation library, which only the server needs', async () => {
  expect(await scriptsWith(/\b_zod\b|ZodError/)).toEqual([]);
});

test('no browser script contains the database library, which only use cases need', async () => {
  expect(await scriptsWith(/drizzle:/)).toEqual([]);
});
