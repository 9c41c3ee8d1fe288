import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mutations } from './all-mutations.ts';

it('every mutation still finds the code that it changes, exactly once', () => {
  const lost = mutations.flatMap(({ name, patches }) =>
    patches
      .filter(({ file, find }) => readFileSync(file, 'utf8').split(find).length !== 2)
      .map(({ file }) => `${name}: ${file}`),
  );
  expect(lost).toEqual([]);
});
