import { SearchX } from 'lucide-react';
import { redirect, useNavigation } from 'react-router';
import { listGames } from '#domain/catalogue/list-games.ts';
import { shopGenres } from '#shared/genres.ts';
import { type ShopQuery, shopQuery } from '#shared/inputs/catalogue.ts';
import { shop } from '#shared/limits.ts';
import { ButtonLink } from '../components/button.tsx';
import { GameGrid } from '../components/catalogue/game-grid.tsx';
import { GenreChips } from '../components/catalogue/genre-chips.tsx';
import { gamesCount, pagesOf } from '../components/catalogue/pages-of.ts';
import { ShopBanner } from '../components/catalogue/shop-banner.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Loading } from '../components/loading.tsx';
import { Page } from '../components/page.tsx';
import { Pager } from '../components/pager.tsx';
import { SearchField } from '../components/search-field.tsx';
import { load, parse } from '../door.ts';
import type { Route } from './+types/shop.ts';

export async function loader(args: Route.LoaderArgs) {
  return load(args, async (ctx, url) => {
    const asked = parse(shopQuery, url.searchParams);
    const { games, total } = await listGames(ctx, {
      search: asked.q,
      genre: asked.genre,
      page: asked.page,
    });
    const query = { ...asked, page: Math.min(asked.page, pagesOf(total)) };
    if (!isTidy(url, query)) throw redirect(shopPath(query));
    return { query, games, total, banner: ctx.banner, priceCents: ctx.rules.gamePriceCents };
  });
}

function queryOf({ q, genre, page }: ShopQuery): URLSearchParams {
  const query = new URLSearchParams();
  if (q) query.set('q', q);
  if (genre) query.set('genre', genre);
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
  return ['q', 'genre', 'page'].every((name) => url.searchParams.get(name) === query.get(name));
}

function headingOf({ q, genre }: ShopQuery): string {
  const name = shopGenres.find(({ slug }) => slug === genre)?.name;
  if (q) return name ? `“${q}” in ${name}` : `Results for “${q}”`;
  if (name) return `${name} games`;
  return genre ? 'Games of an unknown genre' : 'All games';
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const query = loaderData?.query ?? { q: '', genre: '', page: 1 };
  const isHome = !query.q && !query.genre && query.page === 1;
  const page = query.page > 1 ? `, page ${query.page}` : '';
  return [
    {
      title: isHome
        ? 'Guildhall: games, cards and the people who play them'
        : `${headingOf(query)}${page} · Guildhall`,
    },
    {
      name: 'description',
      content: 'Browse the shop, buy games, play them for collectible cards, and meet the guild.',
    },
    { tagName: 'link', rel: 'canonical', href: shopPath(query) },
    ...(query.q ? [{ name: 'robots', content: 'noindex' }] : []),
  ];
};

export default function Shop({ loaderData }: Route.ComponentProps) {
  const { query, games, total, banner, priceCents } = loaderData;
  const busy = useNavigation().state === 'loading';
  const narrowed = query.q !== '' || query.genre !== '';
  return (
    <>
      <ShopBanner src={banner} compact={narrowed || query.page > 1} />
      <Page width="wide" className="pt-6! lg:pt-8!">
        <div className="mb-8 grid gap-4 lg:grid-cols-[minmax(18rem,26rem)_1fr] lg:items-center lg:gap-8">
          <SearchField name="q" label="Search games" maxLength={shop.searchMax} />
          <GenreChips current={query.genre} />
        </div>
        <section aria-labelledby="list-title" aria-busy={busy || undefined}>
          <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <h2 id="list-title" className="text-2xl wrap-anywhere">
              {headingOf(query)}
            </h2>
            <p role="status" className="text-muted">
              {gamesCount(total)}
            </p>
          </div>
          {busy && <Loading />}
          {games.length > 0 ? (
            <>
              <GameGrid games={games} priceCents={priceCents} eager={4} />
              <Pager page={query.page} pages={pagesOf(total)} label="Pages of games" />
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
