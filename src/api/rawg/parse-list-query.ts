import type { CompaniesAsked, GamesQuery } from '#domain/catalog/games/query-public-games.ts';
import type { GameOrder } from '#shared/constants/game-order.ts';
import { companyIdsOf, genreId } from './known-ids.ts';

const pageSizeDefault = 20;
const pageSizeMax = 40;
/** Names in one list; no client asks for as many. */
const namesMax = 20;
const nameMax = 200;

/** What orders the lists; ours are the other way round but for names. Other words are as if not said. */
const orderings: Record<string, { by: GameOrder; down: boolean }> = {
  added: { by: 'relevance', down: true },
  rating: { by: 'rating', down: true },
  released: { by: 'released', down: true },
  name: { by: 'name', down: false },
};

/**
 * What the parameters of a list ask for; null for what is no page. `readGenres` tells the genres
 * that there are, where one is asked for by its number.
 */
export async function readListQuery(
  parameters: URLSearchParams,
  readGenres: () => Promise<string[]>,
): Promise<GamesQuery | null> {
  const page = parameters.get('page') ?? '1';
  if (!/^[1-9]\d{0,5}$/.test(page)) return null;
  const size = Number(parameters.get('page_size') ?? '');
  const given = Number.isInteger(size) && size > 0 ? size : pageSizeDefault;
  return {
    search: parameters.get('search') ?? '',
    genres: await genresOf(namesIn(parameters, 'genres'), readGenres),
    publishers: companiesOf(namesIn(parameters, 'publishers')),
    developers: companiesOf(namesIn(parameters, 'developers')),
    order: orderOf(parameters.get('ordering') ?? ''),
    page: Number(page),
    pageSize: Math.min(given, pageSizeMax),
  };
}

/** The ids and slugs of a list by commas; null where there is none. */
function namesIn(parameters: URLSearchParams, name: string): string[] | null {
  const names = (parameters.get(name) ?? '')
    .split(',', namesMax)
    .map((one) => one.trim())
    .filter((one) => one !== '');
  if (names.length === 0) return null;
  // Whatever cannot be a name is nobody's, which is not the same as asking for everybody's.
  return names.filter((one) => one.length <= nameMax && !/\p{Cc}|\p{Surrogate}/u.test(one));
}

async function genresOf(
  names: string[] | null,
  readGenres: () => Promise<string[]>,
): Promise<string[] | null> {
  if (!names?.some((name) => /^\d+$/.test(name))) return names;
  const slugs = await readGenres();
  return names.flatMap((name) =>
    /^\d+$/.test(name) ? slugs.filter((slug) => String(genreId(slug)) === name) : [name],
  );
}

function companiesOf(names: string[] | null): CompaniesAsked | null {
  return names && { ids: names.flatMap(companyIdsOf), slugs: names };
}

function orderOf(ordering: string): GamesQuery['order'] {
  const down = ordering.startsWith('-');
  const name = down ? ordering.slice(1) : ordering;
  const known = Object.hasOwn(orderings, name) ? orderings[name] : undefined;
  return known ? { by: known.by, backwards: known.down !== down } : null;
}

/** Whether nothing narrows the list: RAWG says more about such a one. */
export function isWhole({ search, genres, publishers, developers }: GamesQuery): boolean {
  return search === '' && !genres && !publishers && !developers;
}

/** The address of another page of the same list: every parameter once more, in the order of their names. */
export function pageAddress(address: URL, page: number): string {
  const other = new URL(address);
  other.searchParams.set('page', String(page));
  other.searchParams.sort();
  return other.href;
}
