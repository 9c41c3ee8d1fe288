import { z } from 'zod';
import { referenceQuery } from '#shared/schemas/api-reference-query.ts';
import { companyQuery, shopQuery } from '#shared/schemas/catalog.ts';
import { commentsQuery } from '#shared/schemas/comments.ts';
import {
  discussionQuery,
  discussionsQuery,
  suggestGamesQuery,
} from '#shared/schemas/discussions.ts';
import { socialQuery } from '#shared/schemas/friends.ts';
import { inventoryQuery } from '#shared/schemas/inventory.ts';
import { leaderboardsQuery } from '#shared/schemas/leaderboards.ts';
import { marketQuery } from '#shared/schemas/market/market.ts';
import { marketCardQuery } from '#shared/schemas/market/market-card.ts';
import { marketCardsQuery, marketSuggestionsQuery } from '#shared/schemas/market/market-cards.ts';
import { profileQuery } from '#shared/schemas/profiles.ts';
import { toPagePath } from './page-requests.ts';

/** A URL whose answer all visitors share. */
export interface SharedUrl {
  /** The path and the query, with nothing in it that the page does not read. */
  path: string;
  /** Whether the client can invent any number of such URLs. */
  isFreeText: boolean;
  /** Whether the request had parameters that the page does not read. */
  hasOthers: boolean;
}

interface Declaration {
  paths: RegExp;
  /** What the page reads of its query. Other parameters change nothing and are left out. */
  query: z.ZodObject;
  /** The parameters with few values. The values of all others are free text. */
  choices?: readonly string[];
  /** Parameters that the page reads besides: a URL with one of them is not shared. */
  unshared?: readonly string[];
}

const none = z.object({});

/**
 * The pages that visitors share with a query. Others, such as those with a token or with the page to return
 * to after the login, are shared only without a query.
 */
const declarations: readonly Declaration[] = [
  { paths: /^\/$/, query: shopQuery, choices: ['order', 'perPage', 'page'] },
  { paths: /^\/(?:publisher|developer)\/[^/]+$/, query: companyQuery, choices: ['page'] },
  { paths: /^\/(?:game-info\/[^/]+|about|rules|imprint|privacy)$/, query: none },
  {
    paths: /^\/community\/market$/,
    query: marketQuery,
    choices: ['rarity', 'order', 'perPage', 'page'],
    unshared: ['buy', 'bought'],
  },
  {
    paths: /^\/community\/market\/cards$/,
    query: marketCardsQuery,
    choices: ['rarity', 'order', 'perPage', 'page'],
  },
  {
    paths: /^\/community\/market\/cards\/[^/]+$/,
    query: marketCardQuery,
    choices: ['range', 'perPage', 'page'],
  },
  { paths: /^\/community\/market\/statistics$/, query: none },
  { paths: /^\/community\/market\/suggestions$/, query: marketSuggestionsQuery },
  {
    paths: /^\/community\/discussions?$/,
    query: discussionsQuery,
    choices: ['order', 'perPage', 'page'],
  },
  { paths: /^\/community\/discussion\/games$/, query: suggestGamesQuery },
  { paths: /^\/community\/discussions\/[^/]+$/, query: discussionQuery, choices: ['page'] },
  { paths: /^\/community\/social$/, query: socialQuery, choices: ['perPage', 'page'] },
  {
    paths: /^\/community\/leaderboards$/,
    query: leaderboardsQuery,
    choices: ['by', 'since', 'who', 'page'],
  },
  {
    paths: /^\/profile\/[^/]+\/inventory$/,
    query: inventoryQuery,
    choices: ['rarity', 'copies', 'order', 'perPage', 'page'],
  },
  {
    // The own pages of a player have no place for a username.
    paths:
      /^\/profile\/(?!(?:edit|notification|blocked|draws|showcase|wallet|draws\.csv|wallet\.csv)$)[^/]+$/,
    query: z.object({ ...profileQuery.shape, ...commentsQuery.shape }),
    choices: ['as', 'page'],
  },
  { paths: /^\/reference$/, query: referenceQuery },
];

/** Longer URLs would fill the memory with keys. */
const pathMax = 500;

/** Paths as the site writes them. Others can be written in many ways that lead to one page. */
const plainPath = /^[a-z0-9/._-]*$/;

/** The parameter by which the router's scripts ask for the data of some routes only. */
const routesParameter = '_routes';

/** The URL whose answer may be stored for this one; null if the answer must not be shared. */
export function findSharedUrl(pathname: string, search: string): SharedUrl | null {
  if (pathname.length + search.length > pathMax) return null;
  const isPlain = plainPath.test(pathname);
  if (search === '') return { path: pathname, isFreeText: !isPlain, hasOthers: false };
  const page = toPagePath(pathname);
  const declaration = declarations.find(({ paths }) => paths.test(page));
  if (!declaration) return null;
  const { query, choices = [], unshared = [] } = declaration;
  const given = new URLSearchParams(search);
  if (unshared.some((name) => given.has(name))) return null;
  const kept = new URLSearchParams();
  for (const name of Object.keys(query.shape)) {
    for (const value of given.getAll(name)) kept.append(name, value);
  }
  const parsed: Record<string, unknown> = query.safeParse(Object.fromEntries(kept)).data ?? {};
  const isChosen = [...kept].every(
    ([name, value]) => choices.includes(name) && String(parsed[name]) === value,
  );
  const isOnce = new Set(kept.keys()).size === kept.size;
  const routes = page === pathname ? null : given.get(routesParameter);
  if (routes !== null) kept.append(routesParameter, routes);
  return {
    path: kept.size > 0 ? `${pathname}?${kept}` : pathname,
    isFreeText: !isPlain || !isChosen || !isOnce || routes !== null,
    hasOthers: kept.size < given.size,
  };
}
