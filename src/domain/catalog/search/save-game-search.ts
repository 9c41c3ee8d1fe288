import { sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { gameSearch, games, genres } from '#database/schema.ts';
import { toSearchWords } from '#domain/lib/search/search-words.ts';
import { shopConstants } from '#shared/constants/catalog/catalog.ts';
import type { GameSource } from '#shared/constants/catalog/game-sources.ts';

/** Saves the names of the games' genres. Unchanged rows are not written. */
export async function saveGenres(
  tx: Queryable,
  all: readonly { genres: readonly { slug: string; name: string }[] }[],
): Promise<void> {
  const names = new Map(all.flatMap((game) => game.genres.map(({ slug, name }) => [slug, name])));
  await tx.execute(sql`
    insert into ${genres} (slug, name)
    select key, value from jsonb_each_text(${JSON.stringify(Object.fromEntries(names))}::jsonb)
    order by key
    on conflict (slug) do update set name = excluded.name
      where ${genres.name} <> excluded.name`);
}

/**
 * Saves the search entries of games that are not hidden, with a source only of those that are stored with it. Hiding
 * a game waits for it, so that no entry is left of one that is hidden at the same time.
 */
export async function saveSearch(
  tx: Queryable,
  all: readonly { id: number; name: string }[],
  source?: GameSource,
): Promise<void> {
  const ofSource = source ? sql`and game.source = ${source}` : sql``;
  const rows = all.map(({ id, name }) => ({ id, words: ` ${toSearchWords(name)}` }));
  await tx.execute(sql`
    insert into ${gameSearch} (game_id, words, ratings_count, rated, released, genres)
    select game.id, entry.words, coalesce(game.ratings_count, 0),
      game.rating - case when game.ratings_count >= ${shopConstants.ratingsMinForRanking} then 0 else 5 end,
      game.released, game.genres
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry(id integer, words text)
    join ${games} as game on game.id = entry.id and not game.is_hidden ${ofSource}
    order by game.id for share of game
    on conflict (game_id) do update set
      words = excluded.words, ratings_count = excluded.ratings_count, rated = excluded.rated,
      released = excluded.released, genres = excluded.genres`);
}
