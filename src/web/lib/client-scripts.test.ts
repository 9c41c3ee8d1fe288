import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const folder = 'build/client/static/js';

test('no script of the browser’s carries the checks of inputs, which are the server’s', async () => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  expect(names.length).toBeGreaterThan(50);
  const heavy: string[] = [];
  for (const name of names) {
    // How the library's own objects and errors are called, which no build renames.
    if (/\b_zod\b|ZodError/.test(await readFile(`${folder}/${name}`, 'utf8'))) heavy.push(name);
  }
  expect(heavy).toEqual([]);
});
