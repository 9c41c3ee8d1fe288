import { Agent } from 'undici';
import type { Log } from '#domain/base-context.ts';
import type { CatalogProvider, GameListQuery } from '#domain/catalog/provider/catalog-provider.ts';
import { CatalogProviderError } from '#shared/errors/catalog-provider-error.ts';
import { fetchImage } from './fetch-image.ts';
import { readCompany, readGame, readList, readMerged } from './parse-responses.ts';
import { createPublicLookup, type Lookup } from './public-address.ts';
import { createAsk } from './request.ts';

/** The most that the source gives at once. */
const pageSizeMax = 40;
const orderings = { rating: '-rating', released: '-released', name: 'name' } as const;

interface RawgOptions {
  /** The API's base address, such as https://api.rawg.io/api; anywhere, as the operator named it. */
  url: string;
  key: string;
  log?: Log;
  /** Milliseconds for each try (3,000) and for a call with its repeats (8,000). */
  tryMs?: number;
  callMs?: number;
  /** Milliseconds before the first repeat (300), with a random half left out; doubles. */
  repeatDelayMs?: number;
  /** Milliseconds for a picture with its redirects (10,000). */
  pictureMs?: number;
  /** The system's by default. */
  lookup?: Lookup;
  now?: () => number;
}

/**
 * The games database RAWG, or whatever speaks like it. A call is at most three requests. No failure,
 * no line of the log and no address in an answer holds the key.
 */
export function createRawg(options: RawgOptions): CatalogProvider {
  const { key, log, tryMs = 3_000, callMs = 8_000, pictureMs = 10_000 } = options;
  const { repeatDelayMs = 300, now = Date.now } = options;
  const base = new URL(options.url);
  const dispatcher = new Agent({ connect: { timeout: tryMs } });
  const publicDispatcher = new Agent({
    connect: { timeout: pictureMs, lookup: createPublicLookup(options.lookup) },
  });
  const ask = createAsk({ base, key, dispatcher, log, tryMs, callMs, repeatDelayMs, now });

  async function getOne<T extends { id: number }>(
    path: string,
    id: number,
    read: (body: unknown) => T | null,
  ): Promise<T | null> {
    let { status, body } = await ask(path);
    const merged = status === 200 ? readMerged(body) : null;
    if (merged !== null) {
      ({ status, body } = await ask(`${path.slice(0, path.indexOf('/'))}/${merged}`));
      // Under the other's id it is another thing, which has a page of its own: this one is no more.
      if (status === 200 && (readMerged(body) !== null || (read(body)?.id ?? id) !== id))
        return null;
    }
    if (status === 404) {
      // A 404 that is not the source's own, such as of a wrong base address, says nothing of the game.
      if (saysWhy(body)) return null;
      throw new CatalogProviderError('malformed', `${path}: answered 404 without saying why`);
    }
    const thing = read(body);
    if (thing?.id === id) return thing;
    throw new CatalogProviderError('malformed', `${path}: answered something else`);
  }

  return {
    async listGames(question) {
      const pageSize = Math.min(Math.max(question.pageSize, 1), pageSizeMax);
      const { status, body } = await ask('games', toParameters(question, pageSize));
      // A page beyond the end is a 404, in whatever words; there is always a first one.
      if (status === 404 && question.page > 1) return { games: [], total: null };
      if (status === 404 && saysWhy(body)) return { games: [], total: 0 };
      const list = readList(body, pageSize);
      if (list === null) throw new CatalogProviderError('malformed', 'games: answered no list');
      if (list.leftOut > 0) {
        log?.warn({ leftOut: list.leftOut }, 'the games database sent games that cannot be kept');
      }
      return { games: list.games, total: list.total };
    },
    getGame: (id) => getOne(`games/${id}`, id, readGame),
    getPublisher: (id) => getOne(`publishers/${id}`, id, readCompany),
    getDeveloper: (id) => getOne(`developers/${id}`, id, readCompany),
    getPicture: (address, maxBytes) =>
      fetchImage(
        { ownOrigin: base.origin, ownDispatcher: dispatcher, publicDispatcher, pictureMs, now },
        address,
        maxBytes,
      ),
  };
}

function saysWhy(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'detail' in body;
}

function toParameters(question: GameListQuery, pageSize: number): Record<string, string> {
  const { search, genre, publisher, developer, order } = question;
  return {
    ...(search ? { search } : {}),
    ...(genre ? { genres: genre } : {}),
    ...(publisher === undefined ? {} : { publishers: String(publisher) }),
    ...(developer === undefined ? {} : { developers: String(developer) }),
    ...(order ? { ordering: orderings[order] } : {}),
    page: String(Math.max(question.page, 1)),
    page_size: String(pageSize),
  };
}
