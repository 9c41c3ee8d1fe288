import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { games } from '#database/schema.ts';
import { saveGenres, saveSearch } from '../search/save-search.ts';
import type { ProviderGame, ProviderGameDetails } from './catalog-provider.ts';

/** Only a game's own question tells these; a list leaves them as they are. */
const noDetails = { description: '', website: null, backgroundImageAdditional: null };

/** What becomes of each column of a game that we hold. */
const merged = {
  slug: sql`excluded.slug`,
  name: sql`excluded.name`,
  released: sql`excluded.released`,
  rating: sql`excluded.rating`,
  ratings: sql`case when excluded.ratings = '[]' and excluded.ratings_count > 0
    then held.ratings else excluded.ratings end`,
  ratings_count: sql`excluded.ratings_count`,
  metacritic: sql`coalesce(excluded.metacritic, held.metacritic)`,
  platforms: sql`case when excluded.platforms = '[]' then held.platforms else (
    select jsonb_agg(
      case when told ?| array['minimum', 'recommended'] then told
        else coalesce(known.platform, told) end
      order by place)
    from jsonb_array_elements(excluded.platforms) with ordinality as listed(told, place)
    left join lateral (
      select platform from jsonb_array_elements(held.platforms) as platform
      where platform->>'name' = told->>'name' limit 1
    ) as known on true
  ) end`,
  genres: sql`case when excluded.genres = '{}' then held.genres else excluded.genres end`,
  description: sql`coalesce(nullif(excluded.description, ''), held.description)`,
  website: sql`coalesce(excluded.website, held.website)`,
  background_image: sql`coalesce(excluded.background_image, held.background_image)`,
  background_image_additional: sql`
    coalesce(excluded.background_image_additional, held.background_image_additional)`,
  // What was drawn to go with two drawn pictures does not go with two photographs.
  pictures: sql`
    case when excluded.background_image_additional is null then held.pictures else '{}' end`,
  source: sql`excluded.source`,
};

function columns(make: (column: [name: SQL, next: SQL]) => SQL): SQL {
  const made = Object.entries(merged).map(([name, next]) => make([sql.raw(name), next]));
  return sql.join(made, sql`, `);
}

/**
 * Keeps games as a games database tells them, in a list or each by itself. Facts are the source's from
 * then on. Words, pictures, requirements and the website are the source's where it has them and stay
 * what they were where it has not: a list does not wipe what a game's own answer told before, nor what
 * the bundle has of it.
 */
export async function saveProviderGames(
  tx: Queryable,
  told: readonly (ProviderGame | ProviderGameDetails)[],
  now: Date,
): Promise<void> {
  if (told.length === 0) return;
  // One row cannot be written twice by one statement, whatever the source repeats.
  const all = [...new Map(told.map((game) => [game.id, game])).values()];
  await saveGenres(tx, all);
  const rows = all.map((game) => ({
    ...noDetails,
    ...game,
    genres: [...new Set(game.genres.map(({ slug }) => slug))],
  }));
  await tx.execute(sql`
    insert into ${games} as held (id, slug, name, released, rating, ratings, ratings_count, metacritic,
      platforms, genres, description, website, background_image, background_image_additional,
      source, fetched_at)
    select id, slug, name, released, rating, ratings, "ratingsCount", metacritic,
      platforms, genres, description, website, "backgroundImage", "backgroundImageAdditional",
      'games-database', ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as game(
      id integer, slug text, name text, released date, rating real, ratings jsonb,
      "ratingsCount" integer, metacritic integer, platforms jsonb, genres text[],
      description text, website text, "backgroundImage" text, "backgroundImageAdditional" text)
    order by id
    on conflict (id) do update set ${columns(([name, next]) => sql`${name} = ${next}`)},
      fetched_at = excluded.fetched_at
      -- The day on which a page changed is told to search engines: seeing it again is no change.
      where (${columns(([name]) => sql`held.${name}`)}) is distinct from (${columns(([, next]) => next)})`);
  await saveSearch(tx, all, 'games-database');
}
