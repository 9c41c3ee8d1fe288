import type { Database } from '#database/client.ts';
import type { CompanyRole } from '../companies/company-roles.ts';
import type { ProviderQuery } from './build-provider-query.ts';
import type { CatalogProvider, ProviderGame } from './catalog-provider-port.ts';
import {
  saveListedLinks,
  saveProviderCompanies,
  saveProviderLinks,
} from './save-provider-companies.ts';
import { saveProviderGames } from './save-provider-games.ts';
import { storeAnswer } from './stored-answers.ts';

/** Saves an answer and all games and companies in it, in one transaction. */
export type SaveAnswer = (db: Database, key: string, now: Date) => Promise<void>;

/**
 * Sends a query to the catalog provider. Returns a function that saves the answer.
 * @throws CatalogProviderError if there is no usable answer
 */
export async function fetchAnswer(
  provider: CatalogProvider,
  query: ProviderQuery,
): Promise<SaveAnswer> {
  switch (query.kind) {
    case 'list': {
      const { list } = query;
      const { games, total } = await provider.listGames(list);
      if (total === null) return saveMissing;
      return saveList(games.slice(0, list.pageSize), total, {
        publisher: list.publisher,
        developer: list.developer,
      });
    }
    case 'game':
      return saveGame(query.id, await provider.getGame(query.id));
    case 'publisher':
      return saveCompany('publisher', query.id, await provider.getPublisher(query.id));
    case 'developer':
      return saveCompany('developer', query.id, await provider.getDeveloper(query.id));
  }
}

const emptyAnswer = { gameIds: [], total: 0, missing: true };
const saveMissing: SaveAnswer = (db, key, now) => storeAnswer(db, key, emptyAnswer, now);

function saveList(
  answer: readonly ProviderGame[],
  total: number,
  of: { [Kind in CompanyRole]: number | undefined },
): SaveAnswer {
  const gameIds = [...new Set(answer.map(({ id }) => id))];
  return (db, key, now) =>
    db.transaction(async (tx) => {
      await saveProviderGames(tx, answer, now);
      if (of.publisher) await saveListedLinks(tx, 'publisher', of.publisher, gameIds);
      if (of.developer) await saveListedLinks(tx, 'developer', of.developer, gameIds);
      await storeAnswer(tx, key, { gameIds, total, missing: false }, now);
    });
}

function saveGame(id: number, answer: Awaited<ReturnType<CatalogProvider['getGame']>>): SaveAnswer {
  return (db, key, now) =>
    db.transaction(async (tx) => {
      // The game may be stored and owned by players. It is not deleted.
      if (!answer) return storeAnswer(tx, key, emptyAnswer, now);
      const publisherIds = await saveProviderCompanies(tx, 'publisher', answer.publishers);
      const developerIds = await saveProviderCompanies(tx, 'developer', answer.developers);
      await saveProviderGames(tx, [{ ...answer, id }], now);
      await saveProviderLinks(tx, 'publisher', id, publisherIds);
      await saveProviderLinks(tx, 'developer', id, developerIds);
      await storeAnswer(tx, key, { gameIds: [], total: 0, missing: false }, now);
    });
}

function saveCompany(
  kind: CompanyRole,
  id: number,
  answer: Awaited<ReturnType<CatalogProvider['getPublisher']>>,
): SaveAnswer {
  return (db, key, now) =>
    db.transaction(async (tx) => {
      if (!answer) return storeAnswer(tx, key, emptyAnswer, now);
      await saveProviderCompanies(tx, kind, [{ ...answer, id }]);
      await storeAnswer(tx, key, { gameIds: [], total: 0, missing: false }, now);
    });
}
