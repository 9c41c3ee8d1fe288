import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type ColumnTypes, jsonArray } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { gameOwners, gameSearch, games, siteSettings } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { cachedRead } from '#domain/lib/cached-read.ts';
import { shelfConstants, shopConstants } from '#shared/constants/catalog/catalog.ts';
import { shopGenres } from '#shared/constants/catalog/genres.ts';
import { utcDay } from '#shared/format/utc-day.ts';
import { coverPath, withCover } from '../covers/cover-path.ts';
import { type GameSummary, gameSummaryFields, gameSummaryValue } from './game-list-sql.ts';
import { rankings } from './game-rankings.ts';

export interface OwnedGame extends GameSummary {
  /** How many accounts owned it at the last count. */
  owners: number;
}

export interface GenrePreview {
  slug: string;
  name: string;
  /** The number of games; `shopConstants.countMax` + 1 means more than `countMax`. */
  total: number;
  /** Covers of its best-known games. No game is shown for two genres. */
  covers: string[];
}

/** What the shop shows above its list, the same for everybody. A shelf can be empty. */
export interface Shelves {
  /** The newest released games. */
  newest: GameSummary[];
  /** Only games that enough people have rated. */
  bestRated: GameSummary[];
  mostOwned: OwnedGame[];
  /** The shop's genres that have games, in the shop's order. */
  genres: GenrePreview[];
}

/** The shelves of the shop's home page, cached for at most a minute because they are the same for everybody. */
export const listShelves = cachedRead('shelves', shelfConstants.freshMs, readShelves);

const ownedGameValue: z.ZodType<OwnedGame> = z.strictObject({
  id: z.int(),
  name: z.string(),
  released: z.string().nullable(),
  rating: z.number(),
  backgroundImage: z.string().nullable(),
  owners: z.int(),
});

interface StoredCover {
  id: number;
  cover: string;
}

interface Row {
  newest: GameSummary[];
  bestRated: GameSummary[];
  mostOwned: OwnedGame[];
  genres: (Omit<GenrePreview, 'covers'> & { covers: StoredCover[] })[];
}

const columns: ColumnTypes<Row> = {
  newest: jsonArray(gameSummaryValue),
  bestRated: jsonArray(gameSummaryValue),
  mostOwned: jsonArray(ownedGameValue),
  genres: jsonArray(
    z.strictObject({
      slug: z.string(),
      name: z.string(),
      total: z.int(),
      covers: z.array(z.strictObject({ id: z.int(), cover: z.string() })),
    }),
  ),
};

const size = sql.raw(String(shelfConstants.size));

const entries = sql`select game.* from ${gameSearch} as entry
  join ${games} as game on game.id = entry.game_id`;
/** Those that an admin saved, read here so that the shelves need one statement. */
const genresOfSite = sql`coalesce(
  (select saved.value from ${siteSettings} as saved
    where saved.key = 'shopGenres' and jsonb_typeof(saved.value) = 'array'),
  ${JSON.stringify(shopGenres)}::jsonb)`;

const selectShelves = declareStatement<Row, { today: string }>(
  columns,
  sql`select
    array(select jsonb_build_object(${gameSummaryFields}) from (
      ${entries} where entry.released <= ${sql.placeholder('today')}::date
      order by ${rankings.released.orderBy} limit ${size}) as game) as newest,
    array(select jsonb_build_object(${gameSummaryFields}) from (
      ${entries} where entry.rated > 0
      order by ${rankings.rating.orderBy} limit ${size}) as game) as "bestRated",
    array(select jsonb_build_object(${gameSummaryFields}, 'owners', game.owners) from (
      select game.*, counted.owners from ${gameOwners} as counted
      join ${games} as game on game.id = counted.game_id and not game.is_hidden
      order by counted.owners desc, counted.game_id limit ${size}) as game) as "mostOwned",
    array(select jsonb_build_object('slug', genre.slug, 'name', genre.name,
        'total', (select count(*) from (
          select from ${gameSearch} as entry where entry.genres @> array[genre.slug]
          limit ${sql.raw(String(shopConstants.countMax + 1))}) as counted),
        'covers', array(select jsonb_build_object('id', game.id, 'cover', game.background_image) from (
          ${entries} where entry.genres @> array[genre.slug]
          order by ${rankings.relevance.orderBy} limit ${sql.raw(String(shelfConstants.knownGames))}) as game
          where game.background_image is not null))
      from (select entry->>'slug' as slug, entry->>'name' as name, place
        from jsonb_array_elements(${genresOfSite}) with ordinality as listed(entry, place)) as genre
      order by genre.place) as genres`,
);

async function readShelves({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<Shelves> {
  const [row] = await selectShelves(db, { today: utcDay(clock.now()) });
  if (!row) throw new Error('The query of the shelves returned no row.');
  return {
    newest: row.newest.map(withCover),
    bestRated: row.bestRated.map(withCover),
    mostOwned: row.mostOwned.map(withCover),
    genres: assignCovers(row.genres.filter(({ total }) => total > 0)),
  };
}

/** Assigns covers to genres, no game to two genres. The genre with the fewest games is served first. */
function assignCovers(genres: Row['genres']): GenrePreview[] {
  const taken = new Set<number>();
  const coversOfGenre = new Map<string, string[]>();
  for (const { slug, covers } of genres.toSorted((a, b) => a.total - b.total)) {
    const own = covers.filter(({ id }) => !taken.has(id)).slice(0, shelfConstants.covers);
    for (const { id } of own) taken.add(id);
    const paths = own.map(({ id, cover }) => coverPath(id, 'cover', cover, 320));
    coversOfGenre.set(
      slug,
      paths.filter((path) => path !== null),
    );
  }
  return genres.map((genre) => ({ ...genre, covers: coversOfGenre.get(genre.slug) ?? [] }));
}
