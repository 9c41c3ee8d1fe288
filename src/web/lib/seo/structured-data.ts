import type {
  AggregateRating,
  BreadcrumbList,
  CollectionPage,
  ItemList,
  OrganizationLeaf,
  SearchAction,
  Thing,
  VideoGame,
  WebSite,
  WithActionConstraints,
} from 'schema-dts';
import type { CompanyLink, GameDetails } from '#domain/catalog/games/get-game.ts';
import type { Crumb } from '#web/ui/breadcrumb.tsx';
import type { Site } from '../root-data.ts';

type GameFacts = Pick<
  GameDetails,
  | 'id'
  | 'name'
  | 'description'
  | 'released'
  | 'rating'
  | 'ratingsCount'
  | 'genres'
  | 'platforms'
  | 'developers'
  | 'publishers'
>;

/**
 * Describes a game. It has no offer, because its price is play money; calling it dollars would mislead
 * price comparisons. `pictures` are paths.
 */
export function buildVideoGame(
  site: Site,
  game: GameFacts,
  pictures: readonly string[],
): VideoGame {
  const { developers, publishers } = game;
  return {
    '@type': 'VideoGame',
    name: game.name,
    url: `${site.origin}/game-info/${game.id}`,
    applicationCategory: 'Game',
    ...(game.description && { description: game.description }),
    ...(pictures.length > 0 && { image: pictures.map((path) => new URL(path, site.origin).href) }),
    ...(game.released && { datePublished: game.released }),
    ...(game.genres.length > 0 && { genre: game.genres.map(({ name }) => name) }),
    ...(game.platforms.length > 0 && { gamePlatform: game.platforms.map(({ name }) => name) }),
    ...(developers.length > 0 && {
      author: developers.map((company) => organization(site, 'developer', company)),
    }),
    ...(publishers.length > 0 && {
      publisher: publishers.map((company) => organization(site, 'publisher', company)),
    }),
    ...(game.rating >= worstRating && game.ratingsCount && { aggregateRating: ratingOf(game) }),
  };
}

/** RAWG counts `skip` as one star, so that no rated game has less. */
const worstRating = 1;

function ratingOf({ rating, ratingsCount }: GameFacts): AggregateRating {
  return {
    '@type': 'AggregateRating',
    ratingValue: Number(rating.toFixed(2)),
    ratingCount: ratingsCount ?? 0,
    bestRating: 5,
    worstRating,
  };
}

function organization(
  site: Site,
  kind: 'publisher' | 'developer',
  { id, name }: CompanyLink,
): OrganizationLeaf {
  return { '@type': 'Organization', name, url: `${site.origin}/${kind}/${id}` };
}

/** Describes the path of pages that leads to a page. */
export function buildBreadcrumbs(site: Site, trail: readonly Crumb[]): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: site.origin + path,
    })),
  };
}

/** Describes the site and its search. */
export function buildWebSite(site: Site): WebSite {
  const search: WithActionConstraints<SearchAction> = {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate: `${site.origin}/?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  };
  return {
    '@type': 'WebSite',
    name: site.name,
    url: `${site.origin}/`,
    potentialAction: search,
  };
}

/** Describes a page that lists games. `first` is the position of its first game in the whole list. */
export function buildCollectionPage(
  site: Site,
  page: {
    name: string;
    path: string;
    games: readonly { id: number; name: string }[];
    first: number;
    about?: OrganizationLeaf;
  },
): CollectionPage {
  const games: ItemList = {
    '@type': 'ItemList',
    itemListElement: page.games.map(({ id, name }, index) => ({
      '@type': 'ListItem',
      position: page.first + index,
      name,
      url: `${site.origin}/game-info/${id}`,
    })),
  };
  return {
    '@type': 'CollectionPage',
    name: page.name,
    url: site.origin + page.path,
    ...(page.about && { about: page.about }),
    ...(page.games.length > 0 && { mainEntity: games }),
  };
}

/** Describes the page of a publisher or developer: the company, its games and the breadcrumbs. */
export function buildCompanyPage(
  site: Site,
  page: {
    kind: 'publisher' | 'developer';
    company: CompanyLink & { description: string; games: readonly { id: number; name: string }[] };
    path: string;
    first: number;
    trail: readonly Crumb[];
  },
): Thing[] {
  const { kind, company, path, first, trail } = page;
  const { name, description, games } = company;
  const about = { ...organization(site, kind, company), ...(description && { description }) };
  return [
    buildCollectionPage(site, { name, path, games, first, about }),
    buildBreadcrumbs(site, trail),
  ];
}
