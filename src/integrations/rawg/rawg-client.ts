import { Agent } from 'undici';
import type { Log } from '#domain/base-context.ts';
import type {
  CatalogProvider,
  GameListQuery,
} from '#domain/catalog/provider/catalog-provider-port.ts';
import { CatalogProviderError } from '#shared/errors/catalog-provider-error.ts';
import { createPublicLookup, type Lookup } from '../lib/public-ip-address.ts';
import { fetchImage } from './fetch-image.ts';
import {
  parseCompany,
  parseGameDetails,
  parseGameList,
  parseMergedSlug,
} from './parse-responses.ts';
import { createRequestSender } from './rawg-request.ts';

/** The most games that the API returns at once. */
const pageSizeMax = 40;
const orderings = { rating: '-rating', released: '-released', name: 'name' } as const;

interface RawgOptions {
  /**
   * The base URL of the API, such as https://api.rawg.io/api. The operator may configure any
   * URL.
   */
  url: string;
  key: string;
  log?: Log;
  /** Milliseconds for each attempt (3,000) and for a call with its retries (8,000). */
  tryMs?: number;
  callMs?: number;
  /** Milliseconds before the first retry (300), of which a random half is left out; doubles. */
  repeatDelayMs?: number;
  /** Milliseconds for a picture with its redirects (10,000). */
  pictureMs?: number;
  /** The system's lookup by default. */
  lookup?: Lookup;
  now?: () => number;
}

/**
 * Creates the client of RAWG or of another server that answers like it. A call sends at most three
 * requests. The key never appears in errors, log lines or returned URLs.
 */
export function createRawgClient(options: RawgOptions): CatalogProvider {
  const { key, log, tryMs = 3_000, callMs = 8_000, pictureMs = 10_000 } = options;
  const { repeatDelayMs = 300, now = Date.now } = options;
  const base = new URL(options.url);
  const dispatcher = new Agent({ connect: { timeout: tryMs } });
  const publicDispatcher = new Agent({
    connect: { timeout: pictureMs, lookup: createPublicLookup(options.lookup) },
  });
  const sendRequest = createRequestSender({
    base,
    key,
    dispatcher,
    log,
    tryMs,
    callMs,
    repeatDelayMs,
    now,
  });

  async function getOne<T extends { id: number }>(
    path: string,
    id: number,
    read: (body: unknown) => T | null,
  ): Promise<T | null> {
    let { status, body } = await sendRequest(path);
    const merged = status === 200 ? parseMergedSlug(body) : null;
    if (merged !== null) {
      ({ status, body } = await sendRequest(`${path.slice(0, path.indexOf('/'))}/${merged}`));
      // The merged game has its own id and page; this id no longer exists.
      if (status === 200 && (parseMergedSlug(body) !== null || (read(body)?.id ?? id) !== id))
        return null;
    }
    if (status === 404) {
      // A 404 that is not the provider's own, such as of a wrong base URL, does not mean that
      // the game is missing.
      if (hasDetail(body)) return null;
      throw new CatalogProviderError('malformed', `${path}: answered 404 without saying why`);
    }
    const item = read(body);
    if (item?.id === id) return item;
    throw new CatalogProviderError('malformed', `${path}: answered something else`);
  }

  return {
    async listGames(query) {
      const pageSize = Math.min(Math.max(query.pageSize, 1), pageSizeMax);
      const { status, body } = await sendRequest('games', toParameters(query, pageSize));
      // A page beyond the end is a 404 with any body. The first page always exists.
      if (status === 404 && query.page > 1) return { games: [], total: null };
      if (status === 404 && hasDetail(body)) return { games: [], total: 0 };
      const list = parseGameList(body, pageSize);
      if (list === null) throw new CatalogProviderError('malformed', 'games: answered no list');
      if (list.leftOut > 0) {
        log?.warn(
          { leftOut: list.leftOut },
          'the catalog provider sent invalid games, which were left out',
        );
      }
      return { games: list.games, total: list.total };
    },
    getGame: (id) => getOne(`games/${id}`, id, parseGameDetails),
    getPublisher: (id) => getOne(`publishers/${id}`, id, parseCompany),
    getDeveloper: (id) => getOne(`developers/${id}`, id, parseCompany),
    getPicture: (url, maxBytes) =>
      fetchImage(
        { ownOrigin: base.origin, ownDispatcher: dispatcher, publicDispatcher, pictureMs, now },
        url,
        maxBytes,
      ),
  };
}

function hasDetail(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'detail' in body;
}

function toParameters(query: GameListQuery, pageSize: number): Record<string, string> {
  const { search, genre, publisher, developer, order } = query;
  return {
    ...(search ? { search } : {}),
    ...(genre ? { genres: genre } : {}),
    ...(publisher === undefined ? {} : { publishers: String(publisher) }),
    ...(developer === undefined ? {} : { developers: String(developer) }),
    ...(order ? { ordering: orderings[order] } : {}),
    page: String(Math.max(query.page, 1)),
    page_size: String(pageSize),
  };
}
