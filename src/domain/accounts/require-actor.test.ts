import { expect, test } from 'vitest';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { canTopUp, requirePlayer } from './require-actor.ts';

const database = useDatabase();

test.each([
  ['guest', false],
  ['player', true],
  ['moderator', true],
  ['admin', true],
] as const)('a %s may add money: %s, and the use case agrees', async (role, may) => {
  const actor = await createPlayer(database.db, { role });
  expect(canTopUp(actor)).toBe(may);
  const asking = () => requirePlayer(createTestCtx(database.db, { actor }));
  if (may) expect(asking()).toBe(actor);
  else expect(asking).toThrow(expect.objectContaining({ code: 'guest-not-allowed' }));
});

test('a visitor may not add money', () => {
  expect(canTopUp(null)).toBe(false);
});
