import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type Manifest, manifestFile, manifestSchema } from './art/art-manifest.ts';
import { type Card, type CardSet, cardSets } from './card-sets.ts';

const gameSchema = z.strictObject({
  /** The id that RAWG uses for the game, so that libraries survive a change of the catalog provider. */
  id: z.int().positive(),
  slug: z.string().regex(/^[a-z0-9-]+$/),
  name: z.string().min(1),
  /** YYYY-MM-DD */
  released: z.iso.date().nullable(),
  /** 0 to 5. */
  rating: z.number().min(0).max(5),
  /** The breakdown of the rating, most frequent first. Empty when the source has no breakdown. */
  ratings: z.array(
    z.strictObject({
      title: z.enum(['exceptional', 'recommended', 'meh', 'skip']),
      count: z.int().nonnegative(),
      percent: z.number().min(0).max(100),
    }),
  ),
  ratingsCount: z.int().nonnegative().nullable(),
  metacritic: z.int().min(0).max(100).nullable(),
  platforms: z.array(
    z.strictObject({
      name: z.string().min(1),
      /** The system requirements of a PC, where the publisher's list is known. */
      minimum: z.string().min(1).optional(),
      recommended: z.string().min(1).optional(),
    }),
  ),
  genres: z.array(z.strictObject({ slug: z.string().min(1), name: z.string().min(1) })),
  developerIds: z.array(z.int()),
  publisherIds: z.array(z.int()),
  website: z.url({ protocol: /^https?$/ }).nullable(),
  description: z.string(),
});

const companySchema = z.strictObject({
  /** Our own fixed ids: publishers from 1,000,000,000, developers from 1,100,000,000. */
  id: z.int().min(1_000_000_000),
  slug: z.string().regex(/^[a-z0-9-]+$/),
  name: z.string().min(1),
  description: z.string(),
});

export type Game = z.infer<typeof gameSchema>;
export type Company = z.infer<typeof companySchema>;

/** A game with the URL paths of its pictures; null before they are drawn. */
export type BundledGame = Game & {
  cover: string | null;
  scene: string | null;
  detail: string | null;
};
export type BundledCard = Card & { picture: string | null };
export type BundledCardSet = Omit<CardSet, 'cards'> & { cards: BundledCard[] };

export type Bundle = {
  /** Changes only when the games, the companies, the card sets or the pictures change. */
  version: string;
  games: BundledGame[];
  publishers: Company[];
  developers: Company[];
  cardSets: BundledCardSet[];
  /** The nine profile pictures; empty before they are drawn. */
  avatars: string[];
  banner: string | null;
  /** The share image of the start page, a PNG of 1200 by 630 pixels. */
  share: string | null;
};

/**
 * Reads the bundled catalog and adds the paths of the pictures that `draw.ts` drew. The folders are
 * arguments because the built server does not run from this folder.
 * @throws Error when a file does not match its schema.
 */
export async function readBundle(from: {
  /** The folder with the JSON files: `catalog/` of the project. */
  catalogDirectory: string;
  /** The folder with the drawn pictures; `public/art` of the project by default. */
  artDirectory: string;
}): Promise<Bundle> {
  const [games, publishers, developers, manifest] = await Promise.all([
    readFile(join(from.catalogDirectory, 'games.json'), 'utf8'),
    readFile(join(from.catalogDirectory, 'publishers.json'), 'utf8'),
    readFile(join(from.catalogDirectory, 'developers.json'), 'utf8'),
    readManifest(from.artDirectory),
  ]);
  const version = createHash('sha256')
    .update(JSON.stringify([games, publishers, developers, cardSets, manifest]))
    .digest('hex')
    .slice(0, 16);

  return {
    version,
    games: parse('games.json', z.array(gameSchema), games).map((game) => ({
      ...game,
      cover: manifest?.covers[game.id] ?? null,
      scene: manifest?.scenes[game.id] ?? null,
      detail: manifest?.details[game.id] ?? null,
    })),
    publishers: parse('publishers.json', z.array(companySchema), publishers),
    developers: parse('developers.json', z.array(companySchema), developers),
    cardSets: cardSets.map((set) => ({
      ...set,
      cards: set.cards.map((card) => ({ ...card, picture: manifest?.cards[card.id] ?? null })),
    })),
    avatars: manifest?.avatars ?? [],
    banner: manifest?.banner ?? null,
    share: manifest?.share ?? null,
  };
}

/** The manifest of the pictures; null before they are drawn, which is normal in tests. */
async function readManifest(artDirectory: string): Promise<Manifest | null> {
  try {
    const text = await readFile(join(artDirectory, manifestFile), 'utf8');
    return parse(manifestFile, manifestSchema, text);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

function parse<T>(file: string, schema: z.ZodType<T>, text: string): T {
  const result = schema.safeParse(JSON.parse(text));
  if (!result.success) throw new Error(`${file}: ${z.prettifyError(result.error)}`);
  return result.data;
}
