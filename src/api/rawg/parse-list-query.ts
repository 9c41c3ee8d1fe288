import type { ApiGamesQuery, CompanyFilter } from '#domain/catalog/games/list-games-for-api.ts';
import type { GameOrder } from '#shared/constants/catalog/game-order.ts';
import { getGenreId, parseCompanyIds } from './rawg-ids-of-genres-and-platforms.ts';

const pageSizeDefault = 20;
const pageSizeMax = 40;
/** How many names of a comma-separated list are read. Real clients send fewer. */
const namesMax = 20;
const nameMax = 200;

/** RAWG's orderings. Except for names, our own order is descending. Unknown orderings are ignored. */
const orderings: Record<string, { by: GameOrder; isDescending: boolean }> = {
  added: { by: 'relevance', isDescending: true },
  rating: { by: 'rating', isDescending: true },
  released: { by: 'released', isDescending: true },
  name: { by: 'name', isDescending: false },
};

/** The parameters that a list reads. Others, such as `key`, change nothing. */
const parameterNames = [
  'page',
  'page_size',
  'ordering',
  'search',
  'genres',
  'publishers',
  'developers',
] as const;

/** The parameters with few values. The values of the others are free text. */
const choices: Partial<Record<string, (value: string) => boolean>> = {
  page: (value) => /^[1-9]\d{0,5}$/.test(value),
  page_size: (value) => /^(?:[1-9]|[1-3]\d|40)$/.test(value),
  ordering: (value) => Object.hasOwn(orderings, value.replace(/^-/, '')),
};

/**
 * The query without the parameters that a list does not read, and whether the client can invent any number of
 * such queries.
 */
export function findSharedQuery(parameters: URLSearchParams) {
  const query = new URLSearchParams();
  for (const name of parameterNames) {
    const value = parameters.get(name);
    if (value !== null) query.set(name, value);
  }
  const isFreeText = [...query].some(([name, value]) => !choices[name]?.(value));
  return { query, isFreeText };
}

/**
 * Parses the parameters of a list; null for an invalid page. `listGenres` is called only if a genre is
 * requested by its id.
 */
export async function parseListQuery(
  parameters: URLSearchParams,
  listGenres: () => Promise<string[]>,
): Promise<ApiGamesQuery | null> {
  const page = parameters.get('page') ?? '1';
  if (!/^[1-9]\d{0,5}$/.test(page)) return null;
  const size = Number(parameters.get('page_size') ?? '');
  const pageSize = Number.isInteger(size) && size > 0 ? size : pageSizeDefault;
  return {
    search: parameters.get('search') ?? '',
    genres: await findGenreSlugs(parseNames(parameters, 'genres'), listGenres),
    publishers: toCompanyFilter(parseNames(parameters, 'publishers')),
    developers: toCompanyFilter(parseNames(parameters, 'developers')),
    order: parseOrdering(parameters.get('ordering') ?? ''),
    page: Number(page),
    pageSize: Math.min(pageSize, pageSizeMax),
  };
}

/** Splits a comma-separated list of ids and slugs; null if it is empty. */
function parseNames(parameters: URLSearchParams, name: string): string[] | null {
  const names = (parameters.get(name) ?? '')
    .split(',', namesMax)
    .map((one) => one.trim())
    .filter((one) => one !== '');
  if (names.length === 0) return null;
  // An invalid name matches nothing; the list stays filtered.
  return names.filter((one) => one.length <= nameMax && !/\p{Cc}|\p{Surrogate}/u.test(one));
}

async function findGenreSlugs(
  names: string[] | null,
  listGenres: () => Promise<string[]>,
): Promise<string[] | null> {
  if (!names?.some((name) => /^\d+$/.test(name))) return names;
  const slugs = await listGenres();
  return names.flatMap((name) =>
    /^\d+$/.test(name) ? slugs.filter((slug) => String(getGenreId(slug)) === name) : [name],
  );
}

function toCompanyFilter(names: string[] | null): CompanyFilter | null {
  return names && { ids: names.flatMap(parseCompanyIds), slugs: names };
}

function parseOrdering(ordering: string): ApiGamesQuery['order'] {
  const isDescending = ordering.startsWith('-');
  const name = isDescending ? ordering.slice(1) : ordering;
  const known = Object.hasOwn(orderings, name) ? orderings[name] : undefined;
  return known ? { by: known.by, reversed: known.isDescending !== isDescending } : null;
}

/** Whether the list has no filters. RAWG sends more fields with such a list. */
export function isUnfiltered({ search, genres, publishers, developers }: ApiGamesQuery): boolean {
  return search === '' && !genres && !publishers && !developers;
}

/** The URL of another page of the same list. The parameters are sorted by name, as in RAWG's URLs. */
export function getPageUrl(requested: URL, page: number): string {
  const url = new URL(requested);
  url.searchParams.set('page', String(page));
  url.searchParams.sort();
  return url.href;
}
