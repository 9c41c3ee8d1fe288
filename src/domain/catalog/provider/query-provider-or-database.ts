import { inArray } from 'drizzle-orm';
import { games } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { shopConstants } from '#shared/constants/catalog/catalog.ts';
import { catalogProviderConstants } from '#shared/constants/catalog/catalog-provider.ts';
import { isSourceShown } from '#shared/constants/catalog/game-sources.ts';
import { getSiteSettings } from '../../site/read-site-settings.ts';
import { withCover } from '../covers/cover-path.ts';
import type { GameList, GameSummary } from '../games/game-list-sql.ts';
import { type ListInput, listQuery, type ProviderQuery } from './build-provider-query.ts';
import type { LookupCaller, LookupResult } from './provider-with-stored-answers.ts';

/** What catalog reads need. Without a provider or a request only our own database is read. */
export type CatalogCtx = Pick<Ctx, 'db'> &
  Partial<Pick<Ctx, 'catalog' | 'request' | 'clock' | 'readCache' | 'limitsKey'>>;

type ProviderResult = LookupResult & {
  /** Whether a provider exists that has never answered this query, so that a missing thing may exist. */
  isOpen: boolean;
};

/** Queries the catalog provider (see `CachedProvider.get`), if there is one and the shop holds its games. */
export async function queryCachedProvider(
  ctx: CatalogCtx,
  query: ProviderQuery | null,
  caller: Omit<LookupCaller, 'address'>,
): Promise<ProviderResult> {
  const { catalog, request } = ctx;
  if (!catalog?.cachedProvider || !request || !query || !(await isProviderHeld(ctx)))
    return { answer: null, refreshed: false, isOpen: false };
  const result = await catalog.cachedProvider.get(query, { ...caller, address: request.address });
  return { ...result, isOpen: result.answer === null };
}

async function isProviderHeld({ db, clock, readCache }: CatalogCtx): Promise<boolean> {
  if (!clock || !readCache) return true;
  const { shopContent } = await getSiteSettings({ db, clock, readCache });
  return isSourceShown(shopContent, 'games-database');
}

/**
 * A page of a list as the catalog provider has it, in its order. Null if there is no provider, if such a
 * list is not requested from it, or if it has not answered; then our own database has the list. Only
 * pages of the shop's page size are requested, so that the stored answers serve every page size. A page
 * of another size is composed of the pages that it overlaps.
 */
export async function listFromProvider(
  ctx: CatalogCtx,
  { perPage = shopConstants.pageSize, ...input }: ListInput & { perPage?: number },
  caller: Omit<LookupCaller, 'address'>,
): Promise<GameList | null> {
  if (perPage === shopConstants.pageSize) return readProviderPage(ctx, input, caller);
  const start = (input.page - 1) * perPage;
  const first = Math.floor(start / shopConstants.pageSize) + 1;
  const list = await readProviderPage(ctx, { ...input, page: first }, caller);
  if (!list) return null;
  const end = Math.min(start + perPage, list.total);
  const last = Math.min(Math.ceil(end / shopConstants.pageSize), catalogProviderConstants.pageMax);
  const others = await Promise.all(
    Array.from({ length: Math.max(0, last - first) }, (_, index) =>
      readProviderPage(ctx, { ...input, page: first + 1 + index }, caller),
    ),
  );
  if (others.includes(null)) return null;
  const collected = [list, ...others].flatMap((page) => page?.games ?? []);
  // The answers can have different ages: a game that moved meanwhile can be in two of them.
  const games = [...new Map(collected.map((game) => [game.id, game])).values()];
  const skipped = start - (first - 1) * shopConstants.pageSize;
  return {
    games: games.slice(skipped, skipped + perPage),
    total: list.total,
    pagesMax: Math.floor((catalogProviderConstants.pageMax * shopConstants.pageSize) / perPage),
  };
}

async function readProviderPage(
  ctx: CatalogCtx,
  input: ListInput,
  caller: Omit<LookupCaller, 'address'>,
): Promise<GameList | null> {
  const { answer } = await queryCachedProvider(ctx, listQuery(input), caller);
  if (!answer) return null;
  const { games: listed, total } = answer.missing ? await readBeyondEnd(ctx, input) : answer;
  if (total === null) return null;
  const shown = ctx.limitsKey == null ? listed : await readShownGames(ctx, listed);
  return {
    games: shown.map(withCover),
    total: Math.min(total, shopConstants.countMax + 1),
    pagesMax: catalogProviderConstants.pageMax,
  };
}

/** Without the games that the reader may not see. Stored answers have all games. */
async function readShownGames(
  { db }: CatalogCtx,
  listed: readonly GameSummary[],
): Promise<GameSummary[]> {
  const ids = listed.map(({ id }) => id);
  const rows = await db.select({ id: games.id }).from(games).where(inArray(games.id, ids));
  const shown = new Set(rows.map(({ id }) => id));
  return listed.filter(({ id }) => shown.has(id));
}

/** The result for a page beyond the end. The first page has the total; null if that is not known. */
async function readBeyondEnd(
  ctx: CatalogCtx,
  input: ListInput,
): Promise<{ games: GameSummary[]; total: number | null }> {
  const { answer } = await queryCachedProvider(ctx, listQuery({ ...input, page: 1 }), {
    hasFallback: true,
  });
  // The first page can be older, but the list certainly ends before this page.
  const total = answer && Math.min(answer.total, (input.page - 1) * shopConstants.pageSize);
  return { games: [], total };
}
