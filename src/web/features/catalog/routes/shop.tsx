import { SearchX } from 'lucide-react';
import { data, useNavigation } from 'react-router';
import { listGames } from '#domain/catalog/games/list-games.ts';
import { listShelves } from '#domain/catalog/games/list-shelves.ts';
import { listOwnedAmong } from '#domain/library/list-owned-among.ts';
import { shopConstants } from '#shared/constants/catalog.ts';
import { gameOrders } from '#shared/constants/game-order.ts';
import { shopGenres } from '#shared/constants/genres.ts';
import { type ShopQuery, shopQuery } from '#shared/schemas/catalog.ts';
import { DailyRewardCard } from '#web/features/wallet/components/daily-reward-card.tsx';
import { redirect } from '#web/lib/actions/redirect.ts';
import { parse, runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Page } from '#web/ui/page.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { PerPage } from '#web/ui/per-page.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { GameGrid } from '../components/game-grid.tsx';
import { GenreChips } from '../components/genre-chips.tsx';
import { OrderLinks } from '../components/order-links.tsx';
import { gamesCount, pagesOf } from '../components/page-count.ts';
import { ShopBanner } from '../components/shop-banner.tsx';
import { ShopShelves } from '../components/shop-shelves.tsx';
import { shopHead } from '../page-heads.ts';
import type { Route } from './+types/shop.ts';

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    const asked = parse(shopQuery, url.searchParams);
    const [{ games, total, pagesMax }, shelves] = await Promise.all([
      listGames(ctx, {
        search: asked.q,
        genre: asked.genre,
        order: asked.order,
        page: asked.page,
        perPage: asked.perPage,
      }),
      isHome(asked) ? listShelves(ctx) : null,
    ]);
    const pages = pagesOf(total, pagesMax, asked.perPage);
    const query = { ...asked, page: Math.min(asked.page, pages) };
    if (!isTidy(url, query)) throw redirect(shopPath(query));
    const { newest = [], bestRated = [], mostOwned = [] } = shelves ?? {};
    const shown = [games, newest, bestRated, mostOwned].flat();
    const owned = await listOwnedAmong(
      ctx,
      shown.map(({ id }) => id),
    );
    const { gamePriceCents: priceCents } = ctx.rules;
    const page = { query, games, total, pages, shelves, owned, banner: ctx.banner, priceCents };
    // Anybody can make up genres: the same screen, but not one that crawlers take for a page.
    const found = total > 0 || !query.genre || genreName(query.genre) !== undefined;
    return data(page, { status: found ? 200 : 404 });
  });
}

/** Whether the whole shop is asked for, in its own order, from the start. */
function isHome({ q, genre, order, page }: ShopQuery): boolean {
  return !q && !genre && order === gameOrders[0] && page === 1;
}

function queryOf({ q, genre, order, perPage, page }: ShopQuery): URLSearchParams {
  const query = new URLSearchParams();
  if (q) query.set('q', q);
  if (genre) query.set('genre', genre);
  if (order !== gameOrders[0]) query.set('order', order);
  if (perPage !== shopConstants.pageSize) query.set('perPage', String(perPage));
  if (page > 1) query.set('page', String(page));
  return query;
}

/** The one address of a list, however it was asked for. */
function shopPath(asked: ShopQuery): string {
  const query = queryOf(asked);
  return query.size > 0 ? `/?${query}` : '/';
}

/** Whether an address says what it asks for as we would: no blanks, no page that is none. */
function isTidy(url: URL, asked: ShopQuery): boolean {
  const query = queryOf(asked);
  return ['q', 'genre', 'order', 'perPage', 'page'].every(
    (name) => url.searchParams.get(name) === query.get(name),
  );
}

const genreName = (genre: string) => shopGenres.find(({ slug }) => slug === genre)?.name;

function headingOf({ q, genre }: ShopQuery): string {
  const name = genreName(genre);
  if (q) return name ? `“${q}” in ${name}` : `Results for “${q}”`;
  if (name) return `${name} games`;
  return genre ? 'Games of an unknown genre' : 'All games';
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { query, games, total } = loaderData;
  return shopHead(matches, {
    query,
    isHome: isHome(query) && query.perPage === shopConstants.pageSize,
    inOrder: query.order === gameOrders[0],
    heading: headingOf(query),
    path: shopPath(query),
    games,
    total,
  });
};

export const handle = { failure: 'Failed to load games.' };

export default function Shop({ loaderData }: Route.ComponentProps) {
  const { query, games, total, shelves, banner, priceCents } = loaderData;
  const owned = new Set(loaderData.owned);
  const busy = useNavigation().state === 'loading';
  return (
    <>
      <ShopBanner src={banner} compact={!shelves} />
      <Page width="wide" className="pt-6! lg:pt-8!">
        {shelves && <DailyRewardCard className="mb-6" />}
        <div className="mb-8 grid gap-4 lg:grid-cols-[minmax(18rem,26rem)_1fr] lg:items-center lg:gap-8">
          {/* What is searched anew is wanted by how well it fits. */}
          <SearchField
            name="q"
            label="Search games"
            maxLength={shopConstants.searchMax}
            drop={['order']}
          />
          <GenreChips current={query.genre} />
        </div>
        {shelves && <ShopShelves {...shelves} priceCents={priceCents} owned={owned} />}
        <section aria-labelledby="list-title" aria-busy={busy || undefined}>
          <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
              <h2 id="list-title" className="text-2xl wrap-anywhere">
                {headingOf(query)}
              </h2>
              <p role="status" className="text-muted">
                {gamesCount(total)}
              </p>
            </div>
            {total > 1 && <OrderLinks current={query.order} searched={query.q !== ''} />}
          </div>
          {busy && <Loading />}
          {games.length > 0 ? (
            <>
              <GameGrid
                games={games}
                priceCents={priceCents}
                eager={shelves ? 0 : 4}
                owned={owned}
              />
              <PerPage value={query.perPage} usual={shopConstants.pageSize} />
              <Pager page={query.page} pages={loaderData.pages} label="Pages of games" />
            </>
          ) : (
            <EmptyState
              icon={SearchX}
              action={
                <ButtonLink to={query.q && query.genre ? shopPath({ ...query, genre: '' }) : '/'}>
                  {query.q && query.genre ? 'Search all genres' : 'See all games'}
                </ButtonLink>
              }
            >
              {query.q ? `No games found for “${query.q}”.` : 'No games found.'}
            </EmptyState>
          )}
        </section>
      </Page>
    </>
  );
}
