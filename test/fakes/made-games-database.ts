import type {
  CatalogProvider,
  GameListQuery,
  ProviderCompanyDetails,
  ProviderGame,
  ProviderGameDetails,
} from '#domain/catalog/provider/catalog-provider.ts';
import type { Wait } from '#domain/catalog/provider/fetch-once.ts';

let counter = 0;

/** A game that a games database made up. */
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

/** What a list tells of a game: less than its own answer. */
export function summaryOf(game: ProviderGameDetails): ProviderGame {
  const { id, slug, name, released, rating, ratings, ratingsCount, metacritic } = game;
  const { genres, backgroundImage } = game;
  const platforms = game.platforms.map(({ name: platform }) => ({ name: platform }));
  const facts = { id, slug, name, released, rating, ratings, ratingsCount, metacritic };
  return { ...facts, platforms, genres, backgroundImage };
}

/** A games database in memory, that can be slow, fail in each way and say how it was called. */
export function createFakeProvider() {
  const games = new Map<number, ProviderGameDetails>();
  const companies = new Map<number, ProviderCompanyDetails>();
  const calls: string[] = [];
  let failure: Error | null = null;
  let held: { promise: Promise<void>; resolve: () => void } | null = null;

  async function answer<T>(call: string, make: () => T): Promise<T> {
    calls.push(call);
    await held?.promise;
    if (failure) throw failure;
    return make();
  }

  const matches = (question: GameListQuery) => (game: ProviderGameDetails) =>
    game.name.toLowerCase().includes(question.search ?? '') &&
    (!question.genre || game.genres.some(({ slug }) => slug === question.genre)) &&
    (!question.publisher || game.publishers.some(({ id }) => id === question.publisher)) &&
    (!question.developer || game.developers.some(({ id }) => id === question.developer));

  const database: CatalogProvider = {
    listGames: (question) =>
      answer(`list ${JSON.stringify(question)}`, () => {
        const found = [...games.values()].filter(matches(question)).map(summaryOf);
        const start = (question.page - 1) * question.pageSize;
        const page = found.slice(start, start + question.pageSize);
        // Like the real one, it does not tell beyond the end how long the list is.
        const isBeyond = question.page > 1 && page.length === 0;
        return { games: page, total: isBeyond ? null : found.length };
      }),
    getGame: (id) => answer(`game ${id}`, () => games.get(id) ?? null),
    getPublisher: (id) => answer(`publisher ${id}`, () => companies.get(id) ?? null),
    getDeveloper: (id) => answer(`developer ${id}`, () => companies.get(id) ?? null),
    getPicture: () => Promise.reject(new Error('no pictures')),
  };
  return {
    database,
    calls,
    tell(...all: ProviderGameDetails[]) {
      for (const game of all) games.set(game.id, game);
    },
    forget: (id: number) => games.delete(id),
    tellCompany: (company: ProviderCompanyDetails) => void companies.set(company.id, company),
    /** From now on every call fails so; null ends it. */
    failWith(error: Error | null) {
      failure = error;
    },
    /** From now on calls take until `release`. */
    hold() {
      held = Promise.withResolvers();
    },
    release() {
      held?.resolve();
      held = null;
    },
  };
}

/** Time that passes when the test says so: what waits in it waits for `pass`. */
export function createWaiting() {
  const waiting: { ms: number; end: () => void }[] = [];
  const expected: { ms: number; met: () => void }[] = [];

  const wait: Wait = (ms, signal) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const own = { ms, end: resolve };
    waiting.push(own);
    // What nobody waits for any more is not there to be passed.
    signal.addEventListener('abort', () => {
      const place = waiting.indexOf(own);
      if (place >= 0) waiting.splice(place, 1);
      resolve();
    });
    for (const entry of expected.splice(0)) {
      if (entry.ms === ms) entry.met();
      else expected.push(entry);
    }
    return promise;
  };

  return {
    wait,
    /** Whether something waits for `ms` now. */
    isAwaited: (ms: number) => waiting.some((entry) => entry.ms === ms),
    /** Resolves as soon as something waits for `ms`, which is over by then. */
    async pass(ms: number): Promise<void> {
      if (!this.isAwaited(ms)) {
        await new Promise<void>((resolve) => expected.push({ ms, met: resolve }));
      }
      for (const entry of waiting.splice(0)) {
        if (entry.ms === ms) entry.end();
        else waiting.push(entry);
      }
    },
  };
}
