import { discussionConstants } from '#shared/constants/discussions/discussions.ts';
import { searchGames } from '../catalog/search/search-games.ts';
import type { Ctx } from '../context.ts';
import { toSearchWords } from '../lib/search/search-words.ts';

/**
 * Suggests games of the catalog for a typed text, best matches first; an empty list for no word.
 */
export async function suggestGames(
  ctx: Pick<Ctx, 'db'>,
  { q }: { q: string },
): Promise<{ id: number; name: string }[]> {
  const term = toSearchWords(q);
  if (!term) return [];
  const { games } = await searchGames(ctx, { term, offset: 0 });
  return games.slice(0, discussionConstants.suggestions).map(({ id, name }) => ({ id, name }));
}
