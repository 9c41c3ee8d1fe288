import { sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import {
  type developers,
  gameDevelopers,
  gamePublishers,
  games,
  type publishers,
  type RatingShare,
} from '#database/schema.ts';
import { saveGenres, saveSearch } from '../search/save-search.ts';

export interface CompanyFacts {
  id: number;
  slug: string;
  name: string;
  description: string;
}

export interface GameFacts {
  id: number;
  slug: string;
  name: string;
  /** YYYY-MM-DD */
  released: string | null;
  /** 0 to 5. */
  rating: number;
  ratings: readonly RatingShare[];
  ratingsCount: number | null;
  metacritic: number | null;
  platforms: readonly { name: string; minimum?: string; recommended?: string }[];
  genres: readonly { slug: string; name: string }[];
  developerIds: readonly number[];
  publisherIds: readonly number[];
  website: string | null;
  description: string;
  /** Paths of the pictures; null while there are none. */
  cover: string | null;
  scene: string | null;
  detail: string | null;
}

/**
 * Keeps companies, new ones and changed ones. Like everything here that is saved by many at once, in the
 * order of their ids, so that two who save the same never wait for one another.
 */
export async function saveCompanies(
  tx: Queryable,
  table: typeof publishers | typeof developers,
  companies: readonly CompanyFacts[],
): Promise<void> {
  await tx.execute(sql`
    insert into ${table} (id, slug, name, description)
    select id, slug, name, description
    from jsonb_to_recordset(${JSON.stringify(companies)}::jsonb)
      as company(id integer, slug text, name text, description text)
    order by id
    on conflict (id) do update
      set slug = excluded.slug, name = excluded.name, description = excluded.description`);
}

/**
 * Keeps the bundle's games, new ones and changed ones, with their genres, makers and what the search
 * looks through. What a games database has told about a game since is left alone.
 */
export async function saveBundledGames(
  tx: Queryable,
  all: readonly GameFacts[],
  now: Date,
): Promise<void> {
  await saveGenres(tx, all);
  const rows = all.map((game) => ({ ...game, genres: game.genres.map(({ slug }) => slug) }));
  await tx.execute(sql`
    insert into ${games} (id, slug, name, released, rating, ratings, ratings_count, metacritic,
      platforms, genres, description, website, background_image, background_image_additional,
      pictures, source, fetched_at)
    select id, slug, name, released, rating, ratings, "ratingsCount", metacritic,
      platforms, genres, description, website, cover, scene,
      array_remove(array[detail], null), 'bundle', ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as game(
      id integer, slug text, name text, released date, rating real, ratings jsonb,
      "ratingsCount" integer, metacritic integer, platforms jsonb, genres text[],
      description text, website text, cover text, scene text, detail text)
    order by id
    on conflict (id) do update set
      slug = excluded.slug, name = excluded.name, released = excluded.released,
      rating = excluded.rating, ratings = excluded.ratings,
      ratings_count = excluded.ratings_count, metacritic = excluded.metacritic,
      platforms = excluded.platforms, genres = excluded.genres,
      description = excluded.description, website = excluded.website,
      background_image = excluded.background_image,
      background_image_additional = excluded.background_image_additional,
      pictures = excluded.pictures, fetched_at = excluded.fetched_at
      where ${games.source} = 'bundle'`);
  await saveDrawings(tx, all);
  await saveSearch(tx, all, 'bundle');
  await saveLinks(tx, all);
}

/** Keeps what was drawn for each game, also where a games database tells of it by now. */
async function saveDrawings(tx: Queryable, all: readonly GameFacts[]): Promise<void> {
  const rows = all.map(({ id, cover, scene, detail }) => ({ id, cover, scene, detail }));
  // In no order: the games were all locked in the order of their ids when they were saved.
  await tx.execute(sql`
    update ${games} as held set drawn_cover = drawn.cover, drawn_scene = drawn.scene,
      drawn_pictures = array_remove(array[drawn.detail], null)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as drawn(id integer, cover text, scene text, detail text)
    where held.id = drawn.id
      and (held.drawn_cover, held.drawn_scene, held.drawn_pictures)
        is distinct from (drawn.cover, drawn.scene, array_remove(array[drawn.detail], null))`);
}

/** Replaces who made and who published the games, for those that still are the bundle's. */
async function saveLinks(tx: Queryable, all: readonly GameFacts[]): Promise<void> {
  const gameIds = JSON.stringify(all.map(({ id }) => id));
  for (const [table, column, ids] of [
    [gamePublishers, sql.identifier('publisher_id'), 'publisherIds'],
    [gameDevelopers, sql.identifier('developer_id'), 'developerIds'],
  ] as const) {
    const links = all.flatMap((game) =>
      game[ids].map((company, position) => ({ game: game.id, company, position })),
    );
    await tx.execute(sql`
      delete from ${table} using ${games}
      where ${table.gameId} = ${games.id} and ${games.source} = 'bundle'
        and ${games.id} in (select value::integer from jsonb_array_elements_text(${gameIds}::jsonb))`);
    await tx.execute(sql`
      insert into ${table} (game_id, ${column}, position)
      select ${games.id}, link.company, link.position
      from jsonb_to_recordset(${JSON.stringify(links)}::jsonb)
        as link(game integer, company integer, position integer)
      join ${games} on ${games.id} = link.game and ${games.source} = 'bundle'`);
  }
}
