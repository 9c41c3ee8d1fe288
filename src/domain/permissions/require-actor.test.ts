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
] as const)(
  'whether a %s can add money is %s, for the page and the use case',
  async (role, allowed) => {
    const actor = await createPlayer(database.db, { role });
    expect(canTopUp(actor)).toBe(allowed);
    const requireThisPlayer = () => requirePlayer(createTestCtx(database.db, { actor }));
    if (allowed) expect(requireThisPlayer()).toBe(actor);
    else expect(requireThisPlayer).toThrow(expect.objectContaining({ code: 'guest-not-allowed' }));
  },
);

test('a visitor cannot add money', () => {
  expect(canTopUp(null)).toBe(false);
});
