import { sql } from 'drizzle-orm';
import { gameOwners, gameSearch, games } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { cachedRead } from '#domain/lib/cached-read.ts';
import { shelfConstants, shopConstants } from '#shared/constants/catalog.ts';
import { shopGenres } from '#shared/constants/genres.ts';
import { utcDay } from '#shared/format/utc-day.ts';
import { coverAddress, withCover } from '../covers/cover-address.ts';
import { type GameSummary, summaryOfGame } from './game-list.ts';
import { rankings } from './game-rankings.ts';

export interface OwnedGame extends GameSummary {
  /** How many own it here, as last counted. */
  owners: number;
}

export interface GenreHint {
  slug: string;
  /** How many games; `shop.countMax` + 1 stands for more than `shop.countMax`. */
  total: number;
  /** Covers of its best known games, none of which stands for another genre as well. */
  covers: string[];
}

/** What the shop shows above its list, the same for everybody. A shelf without games is empty. */
export interface Shelves {
  /** The newest that are out. */
  newest: GameSummary[];
  /** Only games that enough people have rated. */
  bestRated: GameSummary[];
  mostOwned: OwnedGame[];
  /** Those of the shop's genres that have games, in its order. */
  genres: GenreHint[];
}

/**
 * The shelves of the shop's home, as they were at most a minute ago: players' pages are made for each
 * anew, and this is the same on all of them.
 */
export const listShelves = cachedRead(shelfConstants.freshMs, readShelves);

interface StoredCover {
  id: number;
  cover: string;
}

interface Row extends Record<string, unknown> {
  newest: GameSummary[];
  bestRated: GameSummary[];
  mostOwned: OwnedGame[];
  genres: (Omit<GenreHint, 'covers'> & { covers: StoredCover[] })[];
}

const size = sql.raw(String(shelfConstants.size));

async function readShelves({ db, clock }: Pick<Ctx, 'db' | 'clock'>): Promise<Shelves> {
  const entries = sql`select game.* from ${gameSearch} as entry
    join ${games} as game on game.id = entry.game_id`;
  const slugs = JSON.stringify(shopGenres.map(({ slug }) => slug));
  const { rows } = await db.execute<Row>(sql`select
    array(select jsonb_build_object(${summaryOfGame}) from (
      ${entries} where entry.released <= ${utcDay(clock.now())}::date
      order by ${rankings.released.by} limit ${size}) as game) as newest,
    array(select jsonb_build_object(${summaryOfGame}) from (
      ${entries} where entry.rated > 0
      order by ${rankings.rating.by} limit ${size}) as game) as "bestRated",
    array(select jsonb_build_object(${summaryOfGame}, 'owners', game.owners) from (
      select game.*, kept.owners from ${gameOwners} as kept
      join ${games} as game on game.id = kept.game_id
      order by kept.owners desc, kept.game_id limit ${size}) as game) as "mostOwned",
    array(select jsonb_build_object('slug', genre.slug,
        'total', (select count(*) from (
          select from ${gameSearch} as entry where entry.genres @> array[genre.slug]
          limit ${sql.raw(String(shopConstants.countMax + 1))}) as counted),
        'covers', array(select jsonb_build_object('id', game.id, 'cover', game.background_image) from (
          ${entries} where entry.genres @> array[genre.slug]
          order by ${rankings.relevance.by} limit ${sql.raw(String(shelfConstants.knownGames))}) as game
          where game.background_image is not null))
      from jsonb_array_elements_text(${slugs}::jsonb) with ordinality as genre(slug, place)
      order by genre.place) as genres`);
  const [row] = rows;
  if (!row) throw new Error('The shelves gave no answer.');
  return {
    newest: row.newest.map(withCover),
    bestRated: row.bestRated.map(withCover),
    mostOwned: row.mostOwned.map(withCover),
    genres: withOwnCovers(row.genres.filter(({ total }) => total > 0)),
  };
}

/** Deals the covers out, so that no game stands for two genres; the genre with the fewest games chooses first. */
function withOwnCovers(genres: Row['genres']): GenreHint[] {
  const taken = new Set<number>();
  const dealt = new Map<string, string[]>();
  for (const { slug, covers } of genres.toSorted((a, b) => a.total - b.total)) {
    const own = covers.filter(({ id }) => !taken.has(id)).slice(0, shelfConstants.covers);
    for (const { id } of own) taken.add(id);
    const addresses = own.map(({ id, cover }) => coverAddress(id, 'cover', cover, 320));
    dealt.set(
      slug,
      addresses.filter((address) => address !== null),
    );
  }
  return genres.map((genre) => ({ ...genre, covers: dealt.get(genre.slug) ?? [] }));
}
