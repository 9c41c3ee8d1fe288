import { expect, it } from 'vitest';
import { createSeededRandom } from '#catalog/seeded-random.ts';
import { planPlayers } from './plan-players.ts';

it('plans exactly the given numbers of games and cards, which the bounds of a player allow', () => {
  const size = { players: 200, games: 600, cards: 3_000 };
  const random = createSeededRandom('plans');
  const plans = planPlayers(
    random,
    { ...size, registration: [360, 1] },
    { hasDemo: true, catalogGames: 20 },
  );
  expect(plans).toHaveLength(200);
  expect(plans.reduce((sum, { games }) => sum + games, 0)).toBe(600);
  expect(plans.reduce((sum, { cards }) => sum + cards, 0)).toBe(3_000);
  expect(plans.filter(({ cards, games }) => cards > 0 && games === 0)).toEqual([]);
  expect(Math.max(...plans.map(({ games }) => games))).toBeLessThanOrEqual(20);
  expect(plans.map(({ isDemo }) => isDemo).indexOf(true)).toBe(0);
});
