import type { FakeCompany, FakeGame } from './rawg-games.ts';

/** A response of the fake, in the form of the real API. */
interface Answer {
  status: number;
  body: object;
}

const notFound: Answer = { status: 404, body: { detail: 'Not found.' } };
const pageSizeMax = 40;

/** Creates the response to an API request. Pictures have URLs on `origin`. */
export function createRawgResponse(
  games: readonly FakeGame[],
  origin: string,
  url: URL,
  path: string,
  merged: Readonly<Record<number, string>> = {},
): Answer {
  if (path === 'games') return listGames(games, origin, url);
  const [, kind, name] = /^(games|publishers|developers)\/([^/]+)$/.exec(path) ?? [];
  const isNamed = (thing: FakeCompany) => String(thing.id) === name || thing.slug === name;
  if (kind === 'games') {
    const slug = merged[Number(name)];
    if (slug !== undefined) return { status: 200, body: { redirect: true, slug } };
    const game = games.find(isNamed);
    return game ? { status: 200, body: serializeGameDetails(game, origin) } : notFound;
  }
  if (kind === 'publishers' || kind === 'developers') {
    const company = games.flatMap((game) => game[kind]).find(isNamed);
    if (!company) return notFound;
    const description = `<p>${company.name} makes games that do not exist.</p>`;
    return { status: 200, body: { ...serializeCompany(company), description } };
  }
  return notFound;
}

function listGames(games: readonly FakeGame[], origin: string, url: URL): Answer {
  const query = url.searchParams;
  const search = query.get('search')?.toLowerCase() ?? '';
  const found = games.filter(
    (game) =>
      search.split(/\s+/).every((word) => game.name.toLowerCase().includes(word)) &&
      matches(query.get('genres'), game.genres) &&
      matches(query.get('publishers'), game.publishers) &&
      matches(query.get('developers'), game.developers),
  );
  const sorted = found.toSorted(comparison(query.get('ordering') ?? ''));
  const size = Math.min(Number(query.get('page_size')) || 20, pageSizeMax);
  const page = Number(query.get('page') ?? 1);
  const start = (page - 1) * size;
  if (!Number.isInteger(page) || page < 1 || (page > 1 && start >= sorted.length)) {
    return { status: 404, body: { detail: 'Invalid page.' } };
  }
  const isUnfiltered = !['search', 'genres', 'publishers', 'developers'].some((name) =>
    query.has(name),
  );
  return {
    status: 200,
    body: {
      count: sorted.length,
      next: start + size < sorted.length ? pageUrl(url, page + 1) : null,
      previous: page > 1 ? pageUrl(url, page - 1) : null,
      results: sorted
        .slice(start, start + size)
        .map((game) => serializeGame(game, origin, search !== '')),
      ...(isUnfiltered ? { seo_title: 'All Games', filters: {} } : { user_platforms: false }),
    },
  };
}

/** The URL of another page, with all parameters including the key, sorted by name. */
function pageUrl(url: URL, page: number): string {
  const other = new URL(url);
  other.searchParams.set('page', String(page));
  other.searchParams.sort();
  return other.href;
}

function matches(wanted: string | null, things: FakeCompany[]): boolean {
  if (!wanted) return true;
  const names = wanted.split(',');
  return things.some(({ id, slug }) => names.includes(String(id)) || names.includes(slug));
}

function comparison(ordering: string): (a: FakeGame, b: FakeGame) => number {
  const sign = ordering.startsWith('-') ? -1 : 1;
  switch (ordering.replace('-', '')) {
    case 'rating':
      return (a, b) => sign * (a.rating - b.rating);
    case 'released':
      return (a, b) => sign * (a.released ?? '').localeCompare(b.released ?? '');
    case 'name':
      return (a, b) => sign * a.name.localeCompare(b.name);
    default:
      return (a, b) => b.ratingsCount - a.ratingsCount;
  }
}

function serializeGame(game: FakeGame, origin: string, searched: boolean): object {
  return {
    id: game.id,
    slug: game.slug,
    name: game.name,
    released: game.released,
    tba: game.released === null,
    background_image: game.hasPicture ? pictureUrl(game, origin, '') : null,
    rating: game.rating,
    rating_top: Math.round(game.rating),
    ratings: game.ratings,
    ratings_count: game.ratingsCount,
    metacritic: game.metacritic,
    genres: game.genres.map(serializeCompany),
    platforms: game.platforms.map((name, index) => ({
      platform: { id: index + 1, name, slug: name.toLowerCase() },
      ...(searched
        ? {}
        : {
            released_at: game.released,
            requirements_en: game.requirements,
            requirements_ru: null,
          }),
    })),
    stores: searched ? null : [],
  };
}

function serializeGameDetails(game: FakeGame, origin: string): object {
  return {
    ...serializeGame(game, origin, true),
    name_original: game.name,
    description: game.description,
    description_raw: game.descriptionRaw,
    website: game.website,
    background_image_additional: game.hasPicture ? pictureUrl(game, origin, '-more') : null,
    publishers: game.publishers.map(serializeCompany),
    developers: game.developers.map(serializeCompany),
    platforms: game.platforms.map((name, index) => ({
      platform: { id: index + 1, name, slug: name.toLowerCase() },
      released_at: game.released,
      requirements: game.requirements,
    })),
    esrb_rating: null,
  };
}

/** The URL of a game's picture: JPEG for odd ids, PNG for even ones. */
function pictureUrl(game: FakeGame, origin: string, suffix: string): string {
  return `${origin}/media/games/${game.id}${suffix}.${game.id % 2 === 1 ? 'jpg' : 'png'}`;
}

function serializeCompany({ id, slug, name }: FakeCompany): object {
  return { id, slug, name, games_count: 1, image_background: null };
}
