import { expect, test } from 'vitest';
import { hasIcon } from './art/parts/icon-svg.ts';
import { cardSets, rarities } from './card-sets.ts';
import games from './games.json' with { type: 'json' };

const cards = cardSets.flatMap((set) => set.cards);

test('there are the five card sets of the specification, each with the specified number of cards', () => {
  expect(cardSets.map((set) => [set.gameName, set.cards.length])).toEqual([
    ['Counter-Strike: Global Offensive', 6],
    ['Golf With Your Friends', 3],
    ['Dota 2', 9],
    ['Rust', 6],
    [null, 9],
  ]);
});

test('the cards of the default set have the names of the specification', () => {
  const names = cardSets.find((set) => set.gameId === null)?.cards.map(({ name }) => name);
  expect(names?.toSorted()).toEqual(
    ['Boring', 'Laugh', 'Smile', 'Pistol', 'Dog', 'Cat', 'Hand-Grenade', 'Shotgun', 'Crown'].sort(),
  );
});

test('a card set that belongs to a game belongs to a game of the catalog', () => {
  for (const set of cardSets.filter(({ gameId }) => gameId !== null)) {
    expect(games.find(({ id }) => id === set.gameId)?.name).toBe(set.gameName);
  }
});

test.each(cardSets)('the card set $id has cards of several rarities', (set) => {
  const inSet = new Set(set.cards.map(({ rarity }) => rarity));
  expect(inSet.size).toBe(Math.min(set.cards.length, rarities.length));
  expect(inSet).toContain('legendary');
});

test('card ids are unique, and card names are unique within a set', () => {
  expect(new Set(cards.map(({ id }) => id)).size).toBe(33);
  for (const set of cardSets) {
    expect(new Set(set.cards.map(({ name }) => name)).size).toBe(set.cards.length);
  }
});

test.each(cards)(
  'the card $id has a valid id, description and icon',
  ({ id, description, icon }) => {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)+$/);
    expect(description.length).toBeGreaterThan(0);
    expect(description.length).toBeLessThanOrEqual(120);
    expect(hasIcon(icon)).toBe(true);
  },
);
