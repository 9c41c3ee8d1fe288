import { discussionConstants } from '#shared/constants/discussions.ts';
import { searchGames } from '../catalog/search/search-games.ts';
import type { Ctx } from '../context.ts';
import { searchWords } from '../lib/search-words.ts';

/** Games of the catalogue for what somebody is typing, the best matches first; for no word, none. */
export async function suggestGames(
  ctx: Pick<Ctx, 'db'>,
  { q }: { q: string },
): Promise<{ id: number; name: string }[]> {
  const term = searchWords(q);
  if (!term) return [];
  const { games } = await searchGames(ctx, { term, offset: 0 });
  return games.slice(0, discussionConstants.suggestions).map(({ id, name }) => ({ id, name }));
}
