import { shopConstants } from '#shared/constants/catalog/catalog.ts';
import { defaultTagline } from '#shared/constants/site/site-defaults.ts';
import {
  getShopGenres,
  getSiteName,
  type MetaTag,
  pageHead,
  type RouteMatches,
} from '#web/lib/seo/page-head.ts';
import {
  buildBreadcrumbs,
  buildCollectionPage,
  buildCompanyPage,
  buildVideoGame,
  buildWebSite,
} from '#web/lib/seo/structured-data.ts';
import { buildCompanyTrail, buildGameTrail, buildGenreTrail } from './breadcrumb-trails.ts';

interface ListedGame {
  id: number;
  name: string;
}

/** The number of games that a description names. */
const namedGames = 3;

/** The position of a page's first game in the whole list, from 1. */
const firstPosition = (page: number, perPage: number = shopConstants.pageSize) =>
  (page - 1) * perPage + 1;

/** `A, B, C and more`; empty without games. */
function listNames(games: readonly ListedGame[], total: number): string {
  const names = games.slice(0, namedGames).map(({ name }) => name);
  return names.join(', ') + (total > names.length && names.length > 0 ? ' and more' : '');
}

/** The meta tags of a game's page. `shareImage` is the path of the picture for links on other sites. */
export function buildGameHead(
  matches: RouteMatches,
  game: Parameters<typeof buildVideoGame>[1] & {
    genres: readonly { slug: string; name: string }[];
  },
  shareImage: string | null,
): MetaTag[] {
  const { id, name, description } = game;
  const genres = game.genres.map((genre) => genre.name.toLowerCase()).join(', ');
  const picture = shareImage === null ? null : { path: shareImage, alt: `${name}, a game` };
  return pageHead(matches, {
    title: name,
    description:
      description ||
      `${name}${genres && ` (${genres})`} at ${getSiteName(matches)}: ratings, what it needs, and the cards to collect in it.`,
    path: `/game-info/${id}`,
    picture,
    data: (site) => [
      buildVideoGame(site, game, shareImage === null ? [] : [shareImage]),
      buildBreadcrumbs(site, buildGameTrail(getShopGenres(matches), game)),
    ],
  });
}

/** The meta tags of a publisher's or a developer's page. */
export function buildCompanyHead(
  matches: RouteMatches,
  kind: 'publisher' | 'developer',
  {
    company: shown,
    page,
  }: {
    company: ListedGame & {
      canonicalId: number;
      description: string;
      games: readonly ListedGame[];
      total: number;
    };
    page: number;
  },
): MetaTag[] {
  // A company of the bundled catalog and of the provider has two URLs; one is canonical.
  const company = { ...shown, id: shown.canonicalId };
  const title = `Games ${kind === 'publisher' ? 'published' : 'developed'} by ${company.name}`;
  const path = `/${kind}/${company.id}${page > 1 ? `?page=${page}` : ''}`;
  const games = listNames(company.games, company.total);
  const { description } = company;
  return pageHead(matches, {
    title,
    page,
    // Only the first page has the company's description; the other pages name their games.
    description: (page === 1 && description) || (games ? `${title}: ${games}.` : `${title}.`),
    path,
    data: (site) =>
      buildCompanyPage(site, {
        kind,
        company,
        path,
        first: firstPosition(page),
        trail: buildCompanyTrail(kind, company),
      }),
  });
}

/** The meta tags of a list of the shop: `heading` as the page shows it, `path` the canonical path. */
export function buildShopHead(
  matches: RouteMatches,
  {
    query,
    isHome,
    inDefaultOrder,
    heading,
    path,
    games,
    total,
  }: {
    query: { q: string; genre: string; perPage: number; page: number };
    isHome: boolean;
    /** Whether the list is in the default order. */
    inDefaultOrder: boolean;
    heading: string;
    path: string;
    games: readonly ListedGame[];
    total: number;
  },
): MetaTag[] {
  if (isHome) {
    const siteName = getSiteName(matches);
    const tagline = matches[0].loaderData?.site.tagline ?? defaultTagline;
    const hasOwnTagline = tagline !== defaultTagline;
    return pageHead(matches, {
      title: `${siteName}: ${hasOwnTagline ? tagline : 'games, cards and the people who play them'}`,
      isFullTitle: true,
      description:
        'A game store and a clubhouse. Browse the shop, buy games with play money, play them for collectible cards, and meet the guild.',
      path,
      data: (site) => [
        buildWebSite(site),
        buildCollectionPage(site, { name: heading, path, games, first: 1 }),
      ],
    });
  }
  const { q, genre, perPage, page } = query;
  const shopGenres = getShopGenres(matches);
  const isShopGenre = shopGenres.some(({ slug }) => slug === genre);
  const names = listNames(games, total);
  const trail = buildGenreTrail(shopGenres, genre);
  return pageHead(matches, {
    title: heading,
    page,
    description: `${heading} to browse, buy and play at ${getSiteName(matches)}${names && `: ${names}`}.`,
    path,
    // Searches, other orders and other page sizes are endless; an empty list is of no use to a search engine.
    index:
      !q &&
      inDefaultOrder &&
      perPage === shopConstants.pageSize &&
      total > 0 &&
      (isShopGenre || !genre),
    data: (site) => [
      buildCollectionPage(site, {
        name: heading,
        path,
        games,
        first: firstPosition(page, perPage),
      }),
      ...(trail.length > 1 ? [buildBreadcrumbs(site, trail)] : []),
    ],
  });
}
