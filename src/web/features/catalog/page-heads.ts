import { shopConstants } from '#shared/constants/catalog.ts';
import { shopGenres } from '#shared/constants/genres.ts';
import { type Matches, pageHead, type Tag } from '#web/lib/seo/page-head.ts';
import {
  breadcrumbs,
  collection,
  companyPage,
  videoGame,
  webSite,
} from '#web/lib/seo/structured-data.ts';
import { companyTrail, gameTrail, genreTrail } from './breadcrumb-trails.ts';

interface Listed {
  id: number;
  name: string;
}

/** How many games a description names. */
const named = 3;

/** The place in the whole list of the first game of a page. */
const firstOf = (page: number, perPage: number = shopConstants.pageSize) =>
  (page - 1) * perPage + 1;

/** `A, B, C and more`; empty without games. */
function someOf(games: readonly Listed[], total: number): string {
  const names = games.slice(0, named).map(({ name }) => name);
  return names.join(', ') + (total > names.length && names.length > 0 ? ' and more' : '');
}

/** The head of a game's page; `sharePicture` is the path of the picture that it is shared with. */
export function gameHead(
  matches: Matches,
  game: Parameters<typeof videoGame>[1] & { genres: readonly { slug: string; name: string }[] },
  sharePicture: string | null,
): Tag[] {
  const { id, name, description } = game;
  const kinds = game.genres.map((genre) => genre.name.toLowerCase()).join(', ');
  const picture = sharePicture === null ? null : { path: sharePicture, alt: `${name}, a game` };
  return pageHead(matches, {
    title: name,
    description:
      description ||
      `${name}${kinds && ` (${kinds})`} at Guildhall: ratings, what it needs, and the cards to collect in it.`,
    path: `/game-info/${id}`,
    picture,
    data: (site) => [
      videoGame(site, game, sharePicture === null ? [] : [sharePicture]),
      breadcrumbs(site, gameTrail(game)),
    ],
  });
}

/** The head of a publisher's or a developer's page. */
export function companyHead(
  matches: Matches,
  kind: 'publisher' | 'developer',
  {
    company: shown,
    page,
  }: {
    company: Listed & {
      canonicalId: number;
      description: string;
      games: readonly Listed[];
      total: number;
    };
    page: number;
  },
): Tag[] {
  // A company of the bundle and of a games database has two addresses; machines are told of one.
  const company = { ...shown, id: shown.canonicalId };
  const title = `Games ${kind === 'publisher' ? 'published' : 'developed'} by ${company.name}`;
  const path = `/${kind}/${company.id}${page > 1 ? `?page=${page}` : ''}`;
  const games = someOf(company.games, company.total);
  const { description } = company;
  return pageHead(matches, {
    title,
    page,
    // What it is, is told on its first page; on the others only the games differ.
    description: (page === 1 && description) || (games ? `${title}: ${games}.` : `${title}.`),
    path,
    data: (site) =>
      companyPage(site, {
        kind,
        company,
        path,
        first: firstOf(page),
        trail: companyTrail(kind, company),
      }),
  });
}

/** The head of a list of the shop; `heading` as the page shows it, `path` its one address. */
export function shopHead(
  matches: Matches,
  {
    query,
    isHome,
    inOrder,
    heading,
    path,
    games,
    total,
  }: {
    query: { q: string; genre: string; perPage: number; page: number };
    isHome: boolean;
    /** Whether the list is in the shop's own order. */
    inOrder: boolean;
    heading: string;
    path: string;
    games: readonly Listed[];
    total: number;
  },
): Tag[] {
  if (isHome) {
    return pageHead(matches, {
      title: 'Guildhall: games, cards and the people who play them',
      titleAlone: true,
      description:
        'A game store and a clubhouse. Browse the shop, buy games with play money, play them for collectible cards, and meet the guild.',
      path,
      data: (site) => [webSite(site), collection(site, { name: heading, path, games, first: 1 })],
    });
  }
  const { q, genre, perPage, page } = query;
  const listed = shopGenres.some(({ slug }) => slug === genre);
  const some = someOf(games, total);
  const trail = genreTrail(genre);
  return pageHead(matches, {
    title: heading,
    page,
    description: `${heading} to browse, buy and play at Guildhall${some && `: ${some}`}.`,
    path,
    // Of searches, of other orders and of other page sizes there is no end, and an empty list is nothing to find.
    index: !q && inOrder && perPage === shopConstants.pageSize && total > 0 && (listed || !genre),
    data: (site) => [
      collection(site, { name: heading, path, games, first: firstOf(page, perPage) }),
      ...(trail.length > 1 ? [breadcrumbs(site, trail)] : []),
    ],
  });
}
