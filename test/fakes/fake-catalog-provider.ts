import type {
  CatalogProvider,
  GameListQuery,
  ProviderCompanyDetails,
  ProviderGame,
  ProviderGameDetails,
} from '#domain/catalog/provider/catalog-provider-port.ts';
import type { Wait } from '#domain/catalog/provider/query-fetcher.ts';

// All numbers have as many digits, so that the order of names does not depend on the tests before.
let counter = 10_000;

/** Generates a game of the fake catalog provider. */
export function providerGame(values: Partial<ProviderGameDetails> = {}): ProviderGameDetails {
  counter += 1;
  return {
    id: 40_000 + counter,
    slug: `told-${counter}`,
    name: `Told ${counter}`,
    released: '2019-05-06',
    rating: 4.2,
    ratings: [{ title: 'recommended', count: 30, percent: 100 }],
    ratingsCount: 30,
    metacritic: 80,
    platforms: [{ name: 'PC', minimum: 'Their minimum' }],
    genres: [{ slug: 'action', name: 'Action' }],
    backgroundImage: `https://media.example/${counter}.jpg`,
    description: `Their words on ${counter}.`,
    website: 'https://told.example/',
    backgroundImageAdditional: null,
    publishers: [],
    developers: [],
    ...values,
  };
}

/** The part of a game that lists contain. */
export function summaryOf(game: ProviderGameDetails): ProviderGame {
  const { id, slug, name, released, rating, ratings, ratingsCount, metacritic } = game;
  const { genres, backgroundImage } = game;
  const platforms = game.platforms.map(({ name: platform }) => ({ name: platform }));
  const facts = { id, slug, name, released, rating, ratings, ratingsCount, metacritic };
  return { ...facts, platforms, genres, backgroundImage };
}

/** A catalog provider in memory. It can block, fail in every way, and records its calls. */
export function createFakeProvider() {
  const games = new Map<number, ProviderGameDetails>();
  const companies = new Map<number, ProviderCompanyDetails>();
  const calls: string[] = [];
  let failure: Error | null = null;
  let blocked: { promise: Promise<void>; resolve: () => void } | null = null;

  async function answer<T>(call: string, createAnswer: () => T): Promise<T> {
    calls.push(call);
    await blocked?.promise;
    if (failure) throw failure;
    return createAnswer();
  }

  const matches = (question: GameListQuery) => (game: ProviderGameDetails) =>
    game.name.toLowerCase().includes(question.search ?? '') &&
    (!question.genre || game.genres.some(({ slug }) => slug === question.genre)) &&
    (!question.publisher || game.publishers.some(({ id }) => id === question.publisher)) &&
    (!question.developer || game.developers.some(({ id }) => id === question.developer));

  const provider: CatalogProvider = {
    listGames: (question) =>
      answer(`list ${JSON.stringify(question)}`, () => {
        const found = [...games.values()].filter(matches(question)).map(summaryOf);
        const start = (question.page - 1) * question.pageSize;
        const page = found.slice(start, start + question.pageSize);
        // Like the real API, it does not give the total beyond the last page.
        const isBeyond = question.page > 1 && page.length === 0;
        return { games: page, total: isBeyond ? null : found.length };
      }),
    getGame: (id) => answer(`game ${id}`, () => games.get(id) ?? null),
    getPublisher: (id) => answer(`publisher ${id}`, () => companies.get(id) ?? null),
    getDeveloper: (id) => answer(`developer ${id}`, () => companies.get(id) ?? null),
    getPicture: () => Promise.reject(new Error('no pictures')),
  };
  return {
    provider: provider,
    calls,
    addGames(...all: ProviderGameDetails[]) {
      for (const game of all) games.set(game.id, game);
    },
    removeGame: (id: number) => games.delete(id),
    addCompany: (company: ProviderCompanyDetails) => void companies.set(company.id, company),
    /** Lets all further calls fail with this error; null ends it. */
    failWith(error: Error | null) {
      failure = error;
    },
    /** Blocks all further calls until `release`. */
    block() {
      blocked = Promise.withResolvers();
    },
    release() {
      blocked?.resolve();
      blocked = null;
    },
  };
}

/** Time that passes when the test says so: what waits in it waits for `pass`. */
export function createFakeTimer() {
  const waiting: { ms: number; end: () => void }[] = [];
  const expected: { ms: number; onWait: () => void }[] = [];

  const wait: Wait = (ms, signal) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const own = { ms, end: resolve };
    waiting.push(own);
    // An aborted wait cannot elapse any more.
    signal.addEventListener('abort', () => {
      const place = waiting.indexOf(own);
      if (place >= 0) waiting.splice(place, 1);
      resolve();
    });
    for (const entry of expected.splice(0)) {
      if (entry.ms === ms) entry.onWait();
      else expected.push(entry);
    }
    return promise;
  };

  return {
    wait,
    /** Whether a wait of `ms` is active. */
    isWaiting: (ms: number) => waiting.some((entry) => entry.ms === ms),
    /** Ends all waits of `ms`. If nothing waits yet, waits for the first one. */
    async elapse(ms: number): Promise<void> {
      if (!this.isWaiting(ms)) {
        await new Promise<void>((resolve) => expected.push({ ms, onWait: resolve }));
      }
      for (const entry of waiting.splice(0)) {
        if (entry.ms === ms) entry.end();
        else waiting.push(entry);
      }
    },
  };
}
