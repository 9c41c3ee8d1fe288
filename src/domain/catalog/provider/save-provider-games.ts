import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { games } from '#database/schema.ts';
import { isSourceShown } from '#shared/constants/catalog/game-sources.ts';
import { lockSettingsAgainstChanges, readSiteSetting } from '../../site/read-site-settings.ts';
import { unlessOverridden } from '../edited-games/overridden-columns.ts';
import { type SourceValues, saveSourceValues } from '../edited-games/save-source-values.ts';
import { saveGenres, saveSearch } from '../search/save-game-search.ts';
import type { ProviderGame, ProviderGameDetails } from './catalog-provider-port.ts';

/** Only the query for one game has these members. A list does not change them. */
const noDetails = { description: '', website: null, backgroundImageAdditional: null };

/** The new value of each column if the game is already stored. */
const mergedColumns = {
  slug: sql`excluded.slug`,
  name: sql`excluded.name`,
  released: sql`excluded.released`,
  rating: sql`excluded.rating`,
  ratings: sql`case when excluded.ratings = '[]' and excluded.ratings_count > 0
    then stored.ratings else excluded.ratings end`,
  ratings_count: sql`excluded.ratings_count`,
  metacritic: sql`coalesce(excluded.metacritic, stored.metacritic)`,
  platforms: sql`case when excluded.platforms = '[]' then stored.platforms else (
    select jsonb_agg(
      case when provided ?| array['minimum', 'recommended'] then provided
        else coalesce(known.platform, provided) end
      order by place)
    from jsonb_array_elements(excluded.platforms) with ordinality as listed(provided, place)
    left join lateral (
      select platform from jsonb_array_elements(stored.platforms) as platform
      where platform->>'name' = provided->>'name' limit 1
    ) as known on true
  ) end`,
  genres: sql`case when excluded.genres = '{}' then stored.genres else excluded.genres end`,
  description: sql`coalesce(nullif(excluded.description, ''), stored.description)`,
  website: sql`coalesce(excluded.website, stored.website)`,
  background_image: sql`coalesce(excluded.background_image, stored.background_image)`,
  background_image_additional: sql`
    coalesce(excluded.background_image_additional, stored.background_image_additional)`,
  // The bundled third picture does not fit the provider's screenshots.
  pictures: sql`
    case when excluded.background_image_additional is null then stored.pictures else '{}' end`,
  source: sql`excluded.source`,
};

function mapColumns(toSql: (column: [name: SQL, next: SQL]) => SQL): SQL {
  const parts = Object.entries(mergedColumns).map(([name, next]) =>
    toSql([sql.raw(name), unlessOverridden(name, next)]),
  );
  return sql.join(parts, sql`, `);
}

/** What the provider says about fields that editors can change. What it leaves out keeps its value, as above. */
function toSourceValues(game: ProviderGame | ProviderGameDetails): SourceValues {
  const { id, name, genres, backgroundImage: cover } = game;
  const { description, website } = { ...noDetails, ...game };
  const fields = {
    name,
    ...(genres.length > 0 && { genres: [...new Set(genres.map(({ slug }) => slug))] }),
    ...(description && { description }),
    ...(website !== null && { website }),
    ...(cover !== null && { cover }),
  };
  return { id, fields };
}

/**
 * Saves games of the provider, from a list or from queries for one game. Its facts (name, release,
 * ratings) replace the stored ones. Texts, pictures, requirements and the website are replaced only if
 * the provider has them. So a list deletes neither the details of an earlier answer nor those of the
 * bundled catalog. What editors of the site have changed stays. New games are hidden if the shop does not hold them.
 */
export async function saveProviderGames(
  tx: Queryable,
  provided: readonly (ProviderGame | ProviderGameDetails)[],
  now: Date,
): Promise<void> {
  if (provided.length === 0) return;
  // One statement cannot write a row twice, but the provider can repeat a game.
  const all = [...new Map(provided.map((game) => [game.id, game])).values()];
  // An answer can come after an admin has changed what the shop holds.
  await lockSettingsAgainstChanges(tx);
  const isHeld = isSourceShown(await readSiteSetting(tx, 'shopContent'), 'games-database');
  await saveGenres(tx, all);
  const rows = all.map((game) => ({
    ...noDetails,
    ...game,
    genres: [...new Set(game.genres.map(({ slug }) => slug))],
  }));
  await tx.execute(sql`
    insert into ${games} as stored (id, slug, name, released, rating, ratings, ratings_count, metacritic,
      platforms, genres, description, website, background_image, background_image_additional,
      source, fetched_at, is_hidden, hidden_by_source, keeps_trading)
    select id, slug, name, released, rating, ratings, "ratingsCount", metacritic,
      platforms, genres, description, website, "backgroundImage", "backgroundImageAdditional",
      'games-database', ${now}::timestamptz,
      ${!isHeld}::boolean, ${!isHeld}::boolean, ${!isHeld}::boolean
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as game(
      id integer, slug text, name text, released date, rating real, ratings jsonb,
      "ratingsCount" integer, metacritic integer, platforms jsonb, genres text[],
      description text, website text, "backgroundImage" text, "backgroundImageAdditional" text)
    order by id
    on conflict (id) do update set ${mapColumns(([name, next]) => sql`${name} = ${next}`)},
      fetched_at = excluded.fetched_at
      -- Search engines get the day of a page's last change, so an equal answer must not change fetched_at.
      where (${mapColumns(([name]) => sql`stored.${name}`)}) is distinct from (${mapColumns(([, next]) => next)})`);
  const names = await saveSourceValues(tx, all.map(toSourceValues), 'games-database');
  await saveSearch(
    tx,
    all.map(({ id, name }) => ({ id, name: names.get(id) ?? name })),
    'games-database',
  );
}
