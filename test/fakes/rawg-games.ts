import { readFileSync } from 'node:fs';

export interface FakeCompany {
  id: number;
  slug: string;
  name: string;
}

/** A game of the fake RAWG server. `rawgGame` sets defaults for the fields that a test does not need. */
export interface FakeGame extends FakeCompany {
  released: string | null;
  rating: number;
  ratings: { id: number; title: string; count: number; percent: number }[];
  ratingsCount: number;
  metacritic: number | null;
  genres: FakeCompany[];
  platforms: string[];
  publishers: FakeCompany[];
  developers: FakeCompany[];
  /** The description as HTML. */
  description: string;
  /** The description as text, which is often empty in the real API. */
  descriptionRaw: string;
  website: string;
  /** The value of `platforms[].requirements`, whose form varies in the real API. */
  requirements: object | null;
  hasPicture: boolean;
}

/** The genres of the shop with their ids at RAWG. */
const genres = [
  { id: 4, slug: 'action', name: 'Action' },
  { id: 3, slug: 'adventure', name: 'Adventure' },
  { id: 2, slug: 'shooter', name: 'Shooter' },
  { id: 10, slug: 'strategy', name: 'Strategy' },
  { id: 5, slug: 'role-playing-games-rpg', name: 'RPG' },
  { id: 51, slug: 'indie', name: 'Indie' },
  { id: 7, slug: 'puzzle', name: 'Puzzle' },
  { id: 83, slug: 'platformer', name: 'Platformer' },
];

/** The companies of the fake. Their ids are below those of the bundled catalog. */
const publishers = ['Lantern House', 'Brass Otter', 'Nine Gates'].map(named(700_001));
const developers = ['Quiet Machine', 'Paper Comet', 'Old Harbour', 'Fernlight'].map(named(800_001));

function named(firstId: number) {
  return (name: string, index: number): FakeCompany => ({
    id: firstId + index,
    slug: slugOf(name),
    name,
  });
}

function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

/** Generates a game with the given fields. */
export function rawgGame(given: Partial<FakeGame> & { id: number; name: string }): FakeGame {
  const { id, name } = given;
  const share = (given.rating ?? 4) >= 4 ? 60 : 40;
  return {
    slug: slugOf(name),
    released: `20${String(10 + (id % 15)).padStart(2, '0')}-0${1 + (id % 9)}-1${id % 10}`,
    rating: 2.5 + (id % 25) / 10,
    ratings: [
      { id: 5, title: 'exceptional', count: 10 * share, percent: share },
      { id: 4, title: 'recommended', count: 10 * (100 - share), percent: 100 - share },
    ],
    ratingsCount: 1_000 + (id % 97),
    metacritic: 60 + (id % 40),
    genres: [pick(genres, id), pick(genres, id + 3)],
    platforms: ['PC', 'PlayStation 5', 'Xbox Series S/X'],
    publishers: [pick(publishers, id)],
    developers: [pick(developers, id)],
    description: `<p>${name} is a game that nobody has made.</p>\n<p>It has two paragraphs &amp; a half.</p>`,
    descriptionRaw: `${name} is a game that nobody has made.\n\nIt has two paragraphs & a half.`,
    website: `https://games.example/${slugOf(name)}`,
    requirements: {
      minimum: '<strong>Minimum:</strong><br><ul><li>Memory: 4 GB</li></ul>',
      recommended: 'Recommended:Memory: 8 GB',
    },
    hasPicture: true,
    ...given,
  };
}

function pick<T>(list: T[], number: number): T {
  const item = list[number % list.length];
  if (item === undefined) throw new Error('The list is empty.');
  return item;
}

/** 36 generated games with all unusual forms of the real API, then ten games of the bundled catalog. */
export function defaultRawgGames(): FakeGame[] {
  const first = ['Amber', 'Clockwork', 'Distant', 'Hollow', 'Salt', 'Velvet'];
  const second = ['Harbour', 'Citadel', 'Orchard', 'Signal', 'Winter', 'Ferry'];
  const generated = first.flatMap((one, row) =>
    second.map((two, column) => {
      const number = row * second.length + column;
      return rawgGame({
        id: 900_000_000 + number,
        name: `${one} ${two}`,
        ...unusualFields(number),
      });
    }),
  );
  return [...generated, ...bundledGames().slice(0, 10)];
}

function unusualFields(number: number): Partial<FakeGame> {
  switch (number % 6) {
    case 1:
      return { requirements: [], descriptionRaw: '' };
    case 2:
      return { requirements: null, metacritic: null, website: '' };
    case 3:
      return { requirements: {}, ratings: [], rating: 0, ratingsCount: 0, released: null };
    case 4:
      return { hasPicture: false, genres: [] };
    default:
      return {};
  }
}

function bundledGames(): FakeGame[] {
  const file = new URL('../../catalog/games.json', import.meta.url);
  const bundled = JSON.parse(readFileSync(file, 'utf8')) as Pick<
    FakeGame,
    'id' | 'slug' | 'name' | 'released' | 'rating' | 'ratingsCount' | 'metacritic'
  >[];
  return bundled.map(({ id, slug, name, released, rating, ratingsCount, metacritic }) =>
    rawgGame({ id, slug, name, released, rating, ratingsCount: ratingsCount ?? 0, metacritic }),
  );
}
