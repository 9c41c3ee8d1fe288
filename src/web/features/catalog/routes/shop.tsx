import { SearchX } from 'lucide-react';
import { data, useNavigation } from 'react-router';
import { listShelves } from '#domain/catalog/games/list-shelves.ts';
import { listOwnShelf } from '#domain/catalog/own-games/list-own-shelf.ts';
import { readPrices } from '#domain/catalog/prices/read-prices.ts';
import type { Ctx } from '#domain/context.ts';
import { listGamesAndOwned } from '#domain/game-library/list-games-and-owned.ts';
import { getSiteSettings } from '#domain/site/read-site-settings.ts';
import { shopConstants } from '#shared/constants/catalog/catalog.ts';
import { gameOrders } from '#shared/constants/catalog/game-order.ts';
import type { ShopGenre } from '#shared/constants/catalog/genres.ts';
import { splitLinks } from '#shared/format/texts/split-links-in-text.ts';
import { getChosenPicture } from '#shared/schemas/administration/site-pictures.ts';
import type { SiteSettings } from '#shared/schemas/administration/site-settings.ts';
import { type ShopQuery, shopQuery } from '#shared/schemas/catalog.ts';
import { DailyRewardCard } from '#web/features/wallet/public.ts';
import { parseListQuery, type UsualPerPage } from '#web/lib/actions/parse-list-query.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { useShopGenres } from '#web/lib/root-data.ts';
import { getShopGenres } from '#web/lib/seo/page-head.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { PerPage } from '#web/ui/lists/per-page.tsx';
import { Loading } from '#web/ui/loading/loading.tsx';
import { Page } from '#web/ui/page.tsx';
import { LinkedText } from '#web/ui/texts/linked-text.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { buildShopHead } from '../catalog-page-heads.ts';
import { countPages, formatGameCount } from '../components/game-counts.ts';
import { GameGrid } from '../components/game-grid.tsx';
import { GameOrderLinks } from '../components/game-order-links.tsx';
import { GenreChips } from '../components/genre-chips.tsx';
import { ShopBanner } from '../components/shop-banner.tsx';
import { ShopShelves } from '../components/shop-shelves.tsx';
import type { Route } from './+types/shop.ts';

/** The banner that an admin uploaded, otherwise the drawn one. */
function toShopBanner({ site }: Ctx, settings: SiteSettings) {
  const banner = getChosenPicture(settings.banner);
  if (banner) {
    const { full, thumbnail, text } = banner;
    const srcSet = [thumbnail, full].map(({ path, width }) => `${path} ${width}w`).join(', ');
    const size = { width: full.width, height: full.height };
    return { src: full.path, srcSet, sizes: '100vw', alt: text, ...size, className: '' };
  }
  if (site.banner === null) return null;
  const position = 'object-[66%_50%]';
  return { src: site.banner, alt: '', width: 2400, height: 800, className: position };
}

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    const requested = parseListQuery(
      shopQuery,
      url.searchParams,
      ctx.actor,
      shopConstants.pageSize,
    );
    const shelving = Promise.all([
      isHome(requested) ? listShelves(ctx) : null,
      isHome(requested) ? listOwnShelf(ctx) : [],
    ]);
    const readShelved = async () => {
      const [shelves, ownGames] = await shelving;
      const { newest = [], bestRated = [], mostOwned = [] } = shelves ?? {};
      return [ownGames, newest, bestRated, mostOwned].flat().map(({ id }) => id);
    };
    const { q: search, genre, order, page: number, perPage } = requested;
    const listed = { search, genre, order, page: number, perPage };
    const [[shelves, ownGames], { games, total, pagesMax, owned }] = await Promise.all([
      shelving,
      listGamesAndOwned(ctx, listed, readShelved),
    ]);
    const pages = countPages(total, pagesMax, requested.perPage);
    const query = { ...requested, page: Math.min(requested.page, pages) };
    if (!isCanonical(url, query)) throw redirect(shopPath(query));
    const prices = await readPrices(ctx, [...games.map(({ id }) => id), ...(await readShelved())]);
    const settings = await getSiteSettings(ctx);
    const page = {
      query,
      games,
      total,
      pages,
      shelves: shelves && { ...shelves, shown: settings.shopShelves },
      ownGames,
      owned,
      banner: toShopBanner(ctx, settings),
      prices,
      welcome: ctx.actor || !shelves ? [] : splitLinks(settings.welcome),
    };
    // Anybody can invent genres: the same page, but with 404, so that crawlers do not index it.
    const exists =
      total > 0 || !query.genre || findGenreName(settings.shopGenres, query.genre) !== undefined;
    return data(page, { status: exists ? 200 : 404 });
  });
}

type ShownQuery = ShopQuery & UsualPerPage;

/** Whether the query is for the first page of all games in the default order. */
function isHome({ q, genre, order, page }: ShopQuery): boolean {
  return !q && !genre && order === gameOrders[0] && page === 1;
}

function toSearchParams(list: ShownQuery): URLSearchParams {
  const { q, genre, order, perPage, usualPerPage, page } = list;
  const query = new URLSearchParams();
  if (q) query.set('q', q);
  if (genre) query.set('genre', genre);
  if (order !== gameOrders[0]) query.set('order', order);
  if (perPage !== usualPerPage) query.set('perPage', String(perPage));
  if (page > 1) query.set('page', String(page));
  return query;
}

/** The canonical path of a list. */
function shopPath(list: ShownQuery): string {
  const query = toSearchParams(list);
  return query.size > 0 ? `/?${query}` : '/';
}

/** Whether a URL is the canonical one for its query: no blanks, no default values, no unknown page. */
function isCanonical(url: URL, list: ShownQuery): boolean {
  const query = toSearchParams(list);
  return ['q', 'genre', 'order', 'perPage', 'page'].every(
    (name) => url.searchParams.get(name) === query.get(name),
  );
}

const findGenreName = (genres: readonly ShopGenre[], genre: string) =>
  genres.find(({ slug }) => slug === genre)?.name;

function describeList(genres: readonly ShopGenre[], { q, genre }: ShopQuery): string {
  const name = findGenreName(genres, genre);
  if (q) return name ? `“${q}” in ${name}` : `Results for “${q}”`;
  if (name) return `${name} games`;
  return genre ? 'Games of an unknown genre' : 'All games';
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { query, games, total } = loaderData;
  return buildShopHead(matches, {
    query,
    isHome: isHome(query) && query.perPage === query.usualPerPage,
    inDefaultOrder: query.order === gameOrders[0],
    heading: describeList(getShopGenres(matches), query),
    path: shopPath(query),
    games,
    total,
  });
};

export const handle = { failure: 'Failed to load games.' };

export default function Shop({ loaderData }: Route.ComponentProps) {
  const numbers = useNumbers();
  const genres = useShopGenres();
  const { query, games, total, shelves, banner, prices, welcome } = loaderData;
  const owned = new Set(loaderData.owned);
  const navigating = useNavigation().state === 'loading';
  return (
    <>
      <ShopBanner picture={banner} compact={!shelves} />
      {welcome.length > 0 && (
        <div className="mx-auto w-full max-w-wide px-4 pt-8 sm:px-8">
          <LinkedText pieces={welcome} className="max-w-prose text-lg" />
        </div>
      )}
      <Page width="wide" className="pt-6! lg:pt-8!">
        {shelves && <DailyRewardCard className="mb-6" />}
        <div className="mb-8 grid gap-4 lg:grid-cols-[minmax(18rem,26rem)_1fr] lg:items-center lg:gap-8">
          {/* A new search is ordered by relevance. */}
          <SearchField
            name="q"
            label="Search games"
            maxLength={shopConstants.searchMax}
            drop={['order']}
          />
          <GenreChips current={query.genre} />
        </div>
        {shelves && (
          <ShopShelves {...shelves} ownGames={loaderData.ownGames} prices={prices} owned={owned} />
        )}
        <section aria-labelledby="list-title" aria-busy={navigating || undefined}>
          <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
              <h2 id="list-title" className="text-2xl wrap-anywhere">
                {describeList(genres, query)}
              </h2>
              <p role="status" className="text-muted">
                {formatGameCount(total, numbers)}
              </p>
            </div>
            {total > 1 && <GameOrderLinks current={query.order} searched={query.q !== ''} />}
          </div>
          {navigating && <Loading />}
          {games.length > 0 ? (
            <>
              <GameGrid games={games} prices={prices} eager={shelves ? 0 : 4} owned={owned} />
              <PerPage value={query.perPage} defaultValue={query.usualPerPage} />
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
