import { seeded } from '#catalog/art/random.ts';
import { type Person, people } from './people.ts';

/** How large the community is. */
export interface DemoSize {
  players: number;
  games: number;
  cards: number;
  guests: number;
}

export interface Plan {
  person: Person;
  /** Days before today, the first is the day of registration; never today. */
  days: number[];
  games: number;
  cards: number;
}

const mostGames = 24;
const mostCards = 160;
const oldestDays = 120;
/** So that the host's wallet has pages, and its library is no museum. */
const hostDays = [74, 73, 61, 52, 44, 43, 30, 24, 17, 9, 3, 2, 1];

/**
 * What each player will have done, the totals exactly those of `size`: most have a few games, some
 * have many, some only look around. The host comes last, so that whoever finds it finds all.
 */
export function planCommunity(size: DemoSize): Plan[] {
  const everybody = people(size.players);
  const random = seeded('community');
  const keen = everybody.map((_, index) =>
    index === 0 ? 8 : random.between(0, 1) < 0.1 ? 0 : random.between(0, 1) ** 3 * 8 + 0.3,
  );
  const games = share(size.games, keen, () => mostGames);
  const playful = games.map(
    (owned, index) => owned * (index === 0 ? 1.7 : random.between(0.3, 1.7)),
  );
  const cards = share(size.cards, playful, (index) => (games[index] ? mostCards : 0));
  return everybody
    .map((person, index) => {
      const activeDays = 1 + Math.ceil((games[index] ?? 0) / 3 + random.between(0, 4));
      return {
        person,
        days: index === 0 ? hostDays : pickDays(random, activeDays),
        games: games[index] ?? 0,
        cards: cards[index] ?? 0,
      };
    })
    .reverse();
}

/** Distributes `total` by weight in whole numbers, none above its limit. */
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
    if (left === before) throw new Error('The demonstration does not fit its players.');
  }
  return parts;
}

function pickDays(random: ReturnType<typeof seeded>, count: number): number[] {
  const first = 1 + Math.floor(random.between(0, 1) ** 2 * oldestDays);
  const days = new Set([first]);
  for (let tries = 1; tries < count; tries += 1) {
    days.add(1 + Math.floor(random.between(0, first)));
  }
  return [...days].toSorted((a, b) => b - a);
}
