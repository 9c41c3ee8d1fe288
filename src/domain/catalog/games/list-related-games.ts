import { sql } from 'drizzle-orm';
import { jsonArray } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { developers, gameDevelopers, gameSearch, games } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { withCover } from '../covers/cover-path.ts';
import { type GameSummary, gameSummaryFields, gameSummaryValue } from './game-list-sql.ts';
import type { CompanyLink, GameDetails } from './get-game.ts';

export interface RelatedGames {
  /** Other games of the game's first developer; empty if it has no developer. */
  byDeveloper: { developer: CompanyLink | null; games: GameSummary[] };
  /** Other games of the game's most specific genre, without those of `byDeveloper`. */
  ofGenre: { genre: { slug: string; name: string } | null; games: GameSummary[] };
}

/** How many games of each group a game's page shows. */
const gamesMax = 6;

const value = sql.placeholder;
const shown = sql.raw(String(gamesMax));

// Prepared, because every game page uses it. Developers with one slug are one developer.
const read = prepareStatement<
  { byDeveloper: GameSummary[]; ofGenre: GameSummary[] },
  { id: number; developer: number | null; genre: string | null }
>(
  'list-related',
  { byDeveloper: jsonArray(gameSummaryValue), ofGenre: jsonArray(gameSummaryValue) },
  sql`with by_developer as materialized (
    select game.id, game.ratings_count as known
    from ${games} as game
    where game.id <> ${value('id')}::integer and not game.is_hidden and game.id in (
      select link.game_id from ${developers} as developer
      join ${developers} as same on same.slug = developer.slug
      join ${gameDevelopers} as link on link.developer_id = same.id
      where developer.id = ${value('developer')}::integer)
    order by game.ratings_count desc nulls last, game.id
    limit ${shown}
  ), of_genre as materialized (
    select entry.game_id as id, entry.ratings_count as known
    from ${gameSearch} as entry
    where entry.genres @> array[${value('genre')}::text] and entry.game_id <> ${value('id')}::integer
      and entry.game_id not in (select id from by_developer)
    order by entry.ratings_count desc, entry.game_id
    limit ${shown}
  )
  select array(
      select jsonb_build_object(${gameSummaryFields}) from by_developer join ${games} as game using (id)
      order by known desc nulls last, game.id
    ) as "byDeveloper",
    array(
      select jsonb_build_object(${gameSummaryFields}) from of_genre join ${games} as game using (id)
      order by known desc, game.id
    ) as "ofGenre"`,
);

/**
 * Up to six games of the same developer and up to six of the same genre, the most rated first. The game
 * itself is left out, and no game is listed twice.
 */
export async function listRelatedGames(
  ctx: Pick<Ctx, 'db'>,
  game: Pick<GameDetails, 'id' | 'developers' | 'genres'>,
): Promise<RelatedGames> {
  const developer = game.developers[0] ?? null;
  const genre = pickSpecificGenre(game.genres);
  const [row] = await read(ctx.db, {
    id: game.id,
    developer: developer?.id ?? null,
    genre: genre?.slug ?? null,
  });
  return {
    byDeveloper: { developer, games: (row?.byDeveloper ?? []).map(withCover) },
    ofGenre: { genre, games: (row?.ofGenre ?? []).map(withCover) },
  };
}

/** Genres of so many games that they say little about one game. */
const broadGenres = new Set(['action', 'adventure', 'indie', 'casual']);

function pickSpecificGenre<G extends { slug: string }>(genres: readonly G[]): G | null {
  return genres.find(({ slug }) => !broadGenres.has(slug)) ?? genres[0] ?? null;
}
