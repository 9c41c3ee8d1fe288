import pLimit from 'p-limit';
import type { CatalogProvider } from '#domain/catalog/provider/catalog-provider-port.ts';
import {
  type CachedProvider,
  createCachedProvider,
} from '#domain/catalog/provider/provider-with-stored-answers.ts';
import type { GamesService } from '#domain/system/server-operations.ts';
import { readGamesKey } from '#domain/system/services/games-service.ts';
import { createRawgClient } from '#integrations/rawg/rawg-client.ts';
import {
  isCatalogProviderError,
  type ProviderProblem,
} from '#shared/errors/catalog-provider-error.ts';
import type { Config } from '../config/config.ts';
import type { Services } from './services.ts';

/** The games database with the key of the configuration; without one there, with that which admins set on a page. */
export async function openCatalogProvider(
  ctx: Pick<Services, 'config' | 'db' | 'clock' | 'rateLimiter' | 'log' | 'encryption'>,
) {
  const { config, log } = ctx;
  const { RAWG_API_KEY: configured, RAWG_URL: url } = config;
  let key: string | null = null;
  let provider: CatalogProvider | null = null;
  let cachedProvider: CachedProvider | null = null;
  /** One after the other, so that an earlier read does not replace what a later one found. */
  const inTurn = pLimit(1);

  async function readAgain(): Promise<void> {
    const now = configured ?? (await readGamesKey(ctx, { url }));
    if (now === key) return;
    const before = cachedProvider;
    provider = now === null ? null : createRawgClient({ url, key: now, log });
    cachedProvider = provider && createCachedProvider({ ...ctx, provider });
    key = now;
    await before?.close();
  }

  const opened = {
    get provider() {
      return provider;
    },
    get cachedProvider() {
      return cachedProvider;
    },
    refreshProvider() {
      return inTurn(readAgain);
    },
  };
  await opened.refreshProvider();
  return opened;
}

const problems: Record<ProviderProblem, string> = {
  unavailable: 'It cannot be reached',
  limited: 'It takes no more requests for now',
  refused: 'It refuses this key',
  malformed: 'It does not answer as RAWG does',
};

/** What a page of admins needs to know of the configuration, and does with a key before it is saved. */
export function openGamesService({ RAWG_API_KEY, RAWG_URL: url }: Config): GamesService {
  return {
    isInEnvironment: RAWG_API_KEY !== undefined,
    url,
    async test(key) {
      try {
        await createRawgClient({ url, key }).listGames({ page: 1, pageSize: 1 });
      } catch (error) {
        if (!isCatalogProviderError(error)) throw error;
        throw new Error(`${problems[error.problem]} (${error.message}).`, { cause: error });
      }
    },
  };
}
