import { sql } from 'drizzle-orm';
import { preparedStatement } from '#database/prepared-query.ts';
import { developers, gameDevelopers, gameSearch, games } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { withCover } from '../covers/cover-address.ts';
import { type GameSummary, summaryOfGame } from './game-list.ts';
import type { CompanyLink, GameDetails } from './get-game.ts';

export interface RelatedGames {
  /** Others of the game's first developer; empty where there is none. */
  byDeveloper: { developer: CompanyLink | null; games: GameSummary[] };
  /** Others of the game's most telling genre, none of those above. */
  ofGenre: { genre: { slug: string; name: string } | null; games: GameSummary[] };
}

/** How many of each a game's page shows. */
const gamesMax = 6;

const value = sql.placeholder;
const shown = sql.raw(String(gamesMax));

// Prepared: every game page asks it. One slug is one developer, as on the developer's own page.
const read = preparedStatement<
  { byDeveloper: GameSummary[]; ofGenre: GameSummary[] },
  { id: number; developer: number | null; genre: string | null }
>(
  'list-related',
  sql`with by_developer as materialized (
    select game.id, game.ratings_count as known
    from ${games} as game
    where game.id <> ${value('id')}::integer and game.id in (
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
      select jsonb_build_object(${summaryOfGame}) from by_developer join ${games} as game using (id)
      order by known desc nulls last, game.id
    ) as "byDeveloper",
    array(
      select jsonb_build_object(${summaryOfGame}) from of_genre join ${games} as game using (id)
      order by known desc, game.id
    ) as "ofGenre"`,
);

/**
 * What else there is for who likes `game`: up to six games of its first developer and as
 * many of its genre, the most rated first; never the game itself, and none twice.
 */
export async function listRelated(
  ctx: Pick<Ctx, 'db'>,
  game: Pick<GameDetails, 'id' | 'developers' | 'genres'>,
): Promise<RelatedGames> {
  const developer = game.developers[0] ?? null;
  const genre = tellingGenre(game.genres);
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

/** So many games are of these that they say little about one. */
const broad = new Set(['action', 'adventure', 'indie', 'casual']);

function tellingGenre<G extends { slug: string }>(genres: readonly G[]): G | null {
  return genres.find(({ slug }) => !broad.has(slug)) ?? genres[0] ?? null;
}
