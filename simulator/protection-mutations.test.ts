import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { adminMoneyMutations } from './admin-money-mutations.ts';
import { orderMutations } from './order-mutations.ts';
import { mutations } from './protection-mutations.ts';

it('every mutation still finds the code that it changes, exactly once', () => {
  const lost = [...mutations, ...orderMutations, ...adminMoneyMutations].flatMap(
    ({ name, patches }) =>
      patches
        .filter(({ file, find }) => readFileSync(file, 'utf8').split(find).length !== 2)
        .map(({ file }) => `${name}: ${file}`),
  );
  expect(lost).toEqual([]);
});
