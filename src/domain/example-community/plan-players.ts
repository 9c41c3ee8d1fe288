import type { CommunitySize } from './community-types.ts';
import type { RandomNumbers } from './invent-player.ts';

/** What a player does in the history. */
export interface PlayerPlan {
  isDemo: boolean;
  /** The days ago on which the player is there: at least 1, in falling order. It registers on the first. */
  days: number[];
  games: number;
  cards: number;
  /** How many of the most popular games the player buys first and plays most. 0: the first game by chance. */
  favourites: number;
}

/** The demo account collects the cards of so many of the most popular games. */
export const favouriteGames = 4;
/** Its days, enough for several pages in its wallet. */
const demoDays = [340, 318, 271, 204, 148, 74, 61, 52, 44, 30, 17, 9, 3, 1];
const gamesPerPlayerMax = 24;
const cardsPerPlayerMax = 160;

/**
 * Plans what each player gets, with exactly the games and cards of `size` if the catalog has enough: most have a few
 * games, some have many, some have none. The first one is the demo account, if there is one.
 */
export function planPlayers(
  random: RandomNumbers,
  size: Pick<CommunitySize, 'players' | 'games' | 'cards' | 'registration'>,
  { hasDemo, catalogGames }: { hasDemo: boolean; catalogGames: number },
): PlayerPlan[] {
  const places = Array.from({ length: size.players }, (_, place) => ({
    isDemo: hasDemo && place === 0,
  }));
  const gameWeights = places.map(({ isDemo }) =>
    isDemo ? 8 : random.between(0, 1) < 0.1 ? 0 : random.between(0, 1) ** 3 * 8 + 0.3,
  );
  const gamesMax = Math.min(gamesPerPlayerMax, catalogGames);
  const games = share(size.games, gameWeights, () => gamesMax);
  const cardWeights = places.map(
    ({ isDemo }, place) => (games[place] ?? 0) * (isDemo ? 5 : random.between(0.3, 1.7)),
  );
  const cards = share(size.cards, cardWeights, (place) => (games[place] ? cardsPerPlayerMax : 0));
  return places.map(({ isDemo }, place) => ({
    isDemo,
    days: isDemo ? demoDays : pickDays(random, size.registration, games[place] ?? 0),
    games: games[place] ?? 0,
    cards: cards[place] ?? 0,
    favourites: isDemo ? favouriteGames : 0,
  }));
}

/** Distributes `total` by weight in whole numbers, or as much of it as their limits allow. */
function share(total: number, weights: number[], limit: (place: number) => number): number[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  const parts = weights.map((weight, place) =>
    Math.min(limit(place), Math.floor((total * weight) / sum)),
  );
  let left = total - parts.reduce((a, b) => a + b, 0);
  while (left > 0) {
    const before = left;
    for (const [place, part] of parts.entries()) {
      if (left === 0 || part >= limit(place) || weights[place] === 0) continue;
      parts[place] = part + 1;
      left -= 1;
    }
    if (left === before) break;
  }
  return parts;
}

/** Who buys more games is there on more days. Most register late. */
function pickDays(
  random: RandomNumbers,
  [earliest, latest]: CommunitySize['registration'],
  games: number,
): number[] {
  const first = latest + Math.floor(random.between(0, 1) ** 2 * (earliest - latest + 1));
  const days = new Set([first]);
  const count = 1 + Math.ceil(games / 3 + random.between(0, 4));
  for (let tries = 1; tries < count; tries += 1) {
    days.add(1 + Math.floor(random.between(0, first)));
  }
  return [...days].toSorted((a, b) => b - a);
}
