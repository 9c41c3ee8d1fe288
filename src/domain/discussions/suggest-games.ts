import { discussion } from '#shared/limits.ts';
import { searchGames } from '../catalogue/search-games.ts';
import { searchWords } from '../catalogue/search-words.ts';
import type { Ctx } from '../context.ts';

/** Games of the catalogue for what somebody is typing, the best matches first; for no word, none. */
export async function suggestGames(
  ctx: Pick<Ctx, 'db'>,
  { q }: { q: string },
): Promise<{ id: number; name: string }[]> {
  const term = searchWords(q);
  if (!term) return [];
  const { games } = await searchGames(ctx, { term, offset: 0 });
  return games.slice(0, discussion.suggestions).map(({ id, name }) => ({ id, name }));
}
