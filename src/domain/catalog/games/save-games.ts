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
import { unlessOverridden } from '../edited-games/overridden-columns.ts';
import { type SourceValues, saveSourceValues } from '../edited-games/save-source-values.ts';
import { saveGenres, saveSearch } from '../search/save-game-search.ts';

export interface BundledCompany {
  id: number;
  slug: string;
  name: string;
  description: string;
}

export interface BundledGame {
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
  /** Paths of the bundled pictures; null if none was drawn. */
  cover: string | null;
  scene: string | null;
  detail: string | null;
}

/**
 * Inserts and updates companies. Rows are written in the order of their ids, so that two transactions
 * with the same rows cannot deadlock.
 */
export async function saveBundledCompanies(
  tx: Queryable,
  table: typeof publishers | typeof developers,
  companies: readonly BundledCompany[],
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

const refreshedColumns = [
  ...['slug', 'name', 'released', 'rating', 'ratings', 'ratings_count', 'metacritic', 'platforms'],
  ...['genres', 'description', 'website', 'background_image', 'background_image_additional'],
  ...['pictures', 'fetched_at'],
];

function toSourceValues({ id, genres, ...game }: BundledGame): SourceValues {
  const { name, description, website, cover } = game;
  return {
    id,
    fields: { name, description, website, cover, genres: genres.map(({ slug }) => slug) },
  };
}

/**
 * Inserts and updates the bundled games with their genres, companies and search entries. A game that the
 * catalog provider has updated since is not overwritten, nor is what editors of the site have changed. New games are hidden if the shop does not hold the bundle.
 */
export async function saveBundledGames(
  tx: Queryable,
  all: readonly BundledGame[],
  { now, isHeld }: { now: Date; isHeld: boolean },
): Promise<void> {
  await saveGenres(tx, all);
  const rows = all.map((game) => ({ ...game, genres: game.genres.map(({ slug }) => slug) }));
  await tx.execute(sql`
    insert into ${games} as stored (id, slug, name, released, rating, ratings, ratings_count, metacritic,
      platforms, genres, description, website, background_image, background_image_additional,
      pictures, source, fetched_at, is_hidden, hidden_by_source, keeps_trading)
    select id, slug, name, released, rating, ratings, "ratingsCount", metacritic,
      platforms, genres, description, website, cover, scene,
      array_remove(array[detail], null), 'bundle', ${now}::timestamptz,
      ${!isHeld}::boolean, ${!isHeld}::boolean, ${!isHeld}::boolean
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as game(
      id integer, slug text, name text, released date, rating real, ratings jsonb,
      "ratingsCount" integer, metacritic integer, platforms jsonb, genres text[],
      description text, website text, cover text, scene text, detail text)
    order by id
    on conflict (id) do update set ${sql.join(
      refreshedColumns.map(
        (column) =>
          sql`${sql.raw(column)} = ${unlessOverridden(column, sql.raw(`excluded.${column}`))}`,
      ),
      sql`, `,
    )}
      where stored.source = 'bundle'`);
  await saveBundledPictures(tx, all);
  const names = await saveSourceValues(tx, all.map(toSourceValues), 'bundle');
  await saveSearch(
    tx,
    all.map(({ id, name }) => ({ id, name: names.get(id) ?? name })),
    'bundle',
  );
  await saveCompanyLinks(tx, all);
}

/** Saves the bundled pictures of each game, also of games that now come from the catalog provider. */
async function saveBundledPictures(tx: Queryable, all: readonly BundledGame[]): Promise<void> {
  const rows = all.map(({ id, cover, scene, detail }) => ({ id, cover, scene, detail }));
  // Needs no order: these rows were already locked in the order of their ids.
  await tx.execute(sql`
    update ${games} as stored set drawn_cover = drawn.cover, drawn_scene = drawn.scene,
      drawn_pictures = array_remove(array[drawn.detail], null)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as drawn(id integer, cover text, scene text, detail text)
    where stored.id = drawn.id
      and (stored.drawn_cover, stored.drawn_scene, stored.drawn_pictures)
        is distinct from (drawn.cover, drawn.scene, array_remove(array[drawn.detail], null))`);
}

/** Replaces the developers and publishers of the games that still come from the bundle. */
async function saveCompanyLinks(tx: Queryable, all: readonly BundledGame[]): Promise<void> {
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
