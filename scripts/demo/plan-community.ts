import { createSeededRandom } from '#catalog/seeded-random.ts';
import { type DemoPlayer, generatePlayers } from './demo-players.ts';

/** The size of the community. */
export interface DemoSize {
  players: number;
  games: number;
  cards: number;
  guests: number;
}

export interface PlayerPlan {
  person: DemoPlayer;
  /** How many days ago the player was active: at least 1, in falling order. The first is the day of registration. */
  days: number[];
  games: number;
  cards: number;
  /** How many of the most popular games the player buys first and plays most. 0: the first game by chance. */
  favourites: number;
}

/** The demo account collects the cards of so many of the most popular games. */
export const favouriteGames = 4;
const gamesPerPlayerMax = 24;
const cardsPerPlayerMax = 160;
const registeredDaysAgoMax = 360;
/** Active days of the demo account, enough for several pages in its wallet. */
const demoDays = [340, 318, 271, 204, 148, 74, 61, 52, 44, 30, 17, 9, 3, 1];

/**
 * Plans the history of each player, with exactly the players, games and cards of `size`: most players have a few games, some
 * have many, some have none. The demo account comes last.
 */
export function planCommunity(size: DemoSize): PlayerPlan[] {
  const everybody = generatePlayers(size.players);
  const random = createSeededRandom('community');
  // The demo account is the first. A tenth of the others gets no games, most get few.
  const gameWeights = everybody.map((_, index) =>
    index === 0 ? 8 : random.between(0, 1) < 0.1 ? 0 : random.between(0, 1) ** 3 * 8 + 0.3,
  );
  const games = share(size.games, gameWeights, () => gamesPerPlayerMax);
  const cardWeights = games.map(
    (owned, index) => owned * (index === 0 ? 5 : random.between(0.3, 1.7)),
  );
  const cards = share(size.cards, cardWeights, (index) => (games[index] ? cardsPerPlayerMax : 0));
  return everybody
    .map((person, index) => {
      const activeDays = 1 + Math.ceil((games[index] ?? 0) / 3 + random.between(0, 4));
      return {
        person,
        days: index === 0 ? demoDays : pickDays(random, activeDays),
        games: games[index] ?? 0,
        cards: cards[index] ?? 0,
        favourites: index === 0 ? favouriteGames : 0,
      };
    })
    .reverse();
}

/** Distributes `total` by weight in whole numbers that do not exceed their limits. */
function share(total: number, weights: number[], limit: (index: number) => number): number[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  const parts = weights.map((weight, index) =>
    Math.min(limit(index), Math.floor((total * weight) / sum)),
  );
  let left = total - parts.reduce((a, b) => a + b, 0);
  while (left > 0) {
    const before = left;
    for (const [index, part] of parts.entries()) {
      if (left === 0 || part >= limit(index) || weights[index] === 0) continue;
      parts[index] = part + 1;
      left -= 1;
    }
    if (left === before) throw new Error('The demo players cannot own that many games or cards.');
  }
  return parts;
}

/** Picks at most `daysMax` different days, as numbers of days ago, in falling order. */
function pickDays(random: ReturnType<typeof createSeededRandom>, daysMax: number): number[] {
  const first = 1 + Math.floor(random.between(0, 1) ** 2 * registeredDaysAgoMax);
  const days = new Set([first]);
  for (let tries = 1; tries < daysMax; tries += 1) {
    days.add(1 + Math.floor(random.between(0, first)));
  }
  return [...days].toSorted((a, b) => b - a);
}
