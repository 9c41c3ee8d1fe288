import type { Ctx } from '#domain/context.ts';
import { shopConstants } from '#shared/constants/catalog.ts';
import { catalogProviderConstants } from '#shared/constants/catalog-provider.ts';
import { withCover } from '../covers/cover-address.ts';
import type { GameList, GameSummary } from '../games/game-list.ts';
import type { LookupCaller, LookupResult } from './cached-provider.ts';
import { type ListInput, listQuery, type ProviderQuery } from './provider-query.ts';

/** What reading the catalogue takes; without a source and who asks, what Postgres holds is all. */
export type CatalogueReader = Pick<Ctx, 'db'> & Partial<Pick<Ctx, 'cachedProvider' | 'request'>>;

type Look = LookupResult & {
  /** Whether there is a source that might know, which has never said: what we lack may exist. */
  isOpen: boolean;
};

/** Looks whether a games database, where there is one, knows more (see `GamesSource.look`). */
export async function lookUpCached(
  { cachedProvider, request }: CatalogueReader,
  question: ProviderQuery | null,
  asker: Omit<LookupCaller, 'address'>,
): Promise<Look> {
  if (!cachedProvider || !request || !question)
    return { answer: null, renewed: false, isOpen: false };
  const asked = await cachedProvider.get(question, { ...asker, address: request.address });
  return { ...asked, isOpen: asked.answer === null };
}

/**
 * A page of a list as a games database has it, in its order. Null where there is none, it is not asked
 * such a thing or has not answered: then what Postgres holds is the list. It is asked for pages of the
 * shop's usual size alone, so that its answers serve every size: a page of another size is put together
 * from those that it touches.
 */
export async function listFromProvider(
  ctx: CatalogueReader,
  { perPage = shopConstants.pageSize, ...input }: ListInput & { perPage?: number },
  asker: Omit<LookupCaller, 'address'>,
): Promise<GameList | null> {
  if (perPage === shopConstants.pageSize) return usualPage(ctx, input, asker);
  const start = (input.page - 1) * perPage;
  const first = Math.floor(start / shopConstants.pageSize) + 1;
  const list = await usualPage(ctx, { ...input, page: first }, asker);
  if (!list) return null;
  const end = Math.min(start + perPage, list.total);
  const last = Math.min(Math.ceil(end / shopConstants.pageSize), catalogProviderConstants.pageMax);
  const others = await Promise.all(
    Array.from({ length: Math.max(0, last - first) }, (_, index) =>
      usualPage(ctx, { ...input, page: first + 1 + index }, asker),
    ),
  );
  if (others.includes(null)) return null;
  const found = [list, ...others].flatMap((page) => page?.games ?? []);
  // The answers can be of different hours: a game that moved in between is in two of them.
  const games = [...new Map(found.map((game) => [game.id, game])).values()];
  const skipped = start - (first - 1) * shopConstants.pageSize;
  return {
    games: games.slice(skipped, skipped + perPage),
    total: list.total,
    pagesMax: Math.floor((catalogProviderConstants.pageMax * shopConstants.pageSize) / perPage),
  };
}

async function usualPage(
  ctx: CatalogueReader,
  input: ListInput,
  asker: Omit<LookupCaller, 'address'>,
): Promise<GameList | null> {
  const { answer } = await lookUpCached(ctx, listQuery(input), asker);
  if (!answer) return null;
  const { games, total } = answer.missing ? await beyond(ctx, input) : answer;
  if (total === null) return null;
  return {
    games: games.map(withCover),
    total: Math.min(total, shopConstants.countMax + 1),
    pagesMax: catalogProviderConstants.pageMax,
  };
}

/** A page that a list has not, by the length that its first page tells; null where that is not known. */
async function beyond(
  ctx: CatalogueReader,
  input: ListInput,
): Promise<{ games: GameSummary[]; total: number | null }> {
  const { answer } = await lookUpCached(ctx, listQuery({ ...input, page: 1 }), { held: true });
  // However long it was then, it ends before this page.
  const total = answer && Math.min(answer.total, (input.page - 1) * shopConstants.pageSize);
  return { games: [], total };
}
