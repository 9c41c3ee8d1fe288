import { sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { gameSearch, games, genres } from '#database/schema.ts';
import { toSearchWords } from '#domain/lib/search/search-words.ts';
import { shopConstants } from '#shared/constants/catalog/catalog.ts';

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

/** Saves the search entries of the games whose stored source is `source`. */
export async function saveSearch(
  tx: Queryable,
  all: readonly { id: number; name: string }[],
  source: 'bundle' | 'games-database' | 'own',
): Promise<void> {
  const rows = all.map(({ id, name }) => ({ id, words: ` ${toSearchWords(name)}` }));
  await tx.execute(sql`
    insert into ${gameSearch} (game_id, words, ratings_count, rated, released, genres)
    select game.id, entry.words, coalesce(game.ratings_count, 0),
      game.rating - case when game.ratings_count >= ${shopConstants.ratingsMinForRanking} then 0 else 5 end,
      game.released, game.genres
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry(id integer, words text)
    join ${games} as game on game.id = entry.id and game.source = ${source}
    order by game.id
    on conflict (game_id) do update set
      words = excluded.words, ratings_count = excluded.ratings_count, rated = excluded.rated,
      released = excluded.released, genres = excluded.genres`);
}
