import type { Thread } from './discussion-texts.ts';
import type { ExamplePlayer, ExampleSession } from './example-session.ts';

/** How large a community is. */
export interface CommunitySize {
  players: number;
  /** How many games and cards the players get in all; fewer if the catalog is small. */
  games: number;
  cards: number;
  /** They buy only so many of the most popular games. */
  gamesMax: number;
  /** The days ago between which they register, the earlier one first. */
  registration: readonly [number, number];
  /** About how many cards are sold in one of the last evenings; in the first ones a tenth of them. */
  salesOfEvening: number;
  /** How many players leave cards on the market, and how many kinds each. */
  sellers: number;
  kindsOfSeller: number;
  /** How many orders and trade offers wait at the end. */
  orders: number;
  offers: number;
  threads: readonly Thread[];
  guests: number;
}

/** A community while its history is made. */
export interface Community {
  session: ExampleSession;
  size: CommunitySize;
  /** Its games, the most popular first. */
  gameIds: readonly number[];
  /** The players who have registered so far, without the demo account. */
  players: ExamplePlayer[];
  /** The account that people log in to, to look around, when it has registered. A new site has none. */
  demo: ExamplePlayer | null;
  /** The end of the history. */
  now: Date;
}

/** Something that happens in the history. */
export interface Happening {
  at: Date;
  happen: () => Promise<unknown>;
}

/** The players who have registered so far, the demo account first. */
export function everybody({ players, demo }: Community): ExamplePlayer[] {
  return demo ? [demo, ...players] : players;
}

export function hoursBefore(now: Date, hours: number): Date {
  return new Date(now.getTime() - hours * 60 * 60 * 1000);
}

/** An hour of the UTC day `daysAgo` days before. */
export function hourOfDay(now: Date, daysAgo: number, hour: number): Date {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  return new Date(Date.UTC(year, month, day - daysAgo) + hour * 60 * 60 * 1000);
}
