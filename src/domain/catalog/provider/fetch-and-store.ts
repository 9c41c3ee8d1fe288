import type { Database } from '#database/client.ts';
import type { CompanyKind } from '../companies/company-roles.ts';
import type { CatalogProvider, ProviderGame } from './catalog-provider.ts';
import type { ProviderQuery } from './provider-query.ts';
import {
  saveListedLinks,
  saveProviderCompanies,
  saveProviderLinks,
} from './save-provider-companies.ts';
import { saveProviderGames } from './save-provider-games.ts';
import { storeAnswer } from './stored-answers.ts';

/** Keeps an answer with everything it tells, in one transaction. */
export type Keep = (db: Database, key: string, now: Date) => Promise<void>;

/**
 * Asks a games database and answers how to keep what it said.
 * @throws GamesDatabaseFailure when there is no answer.
 */
export async function fetchAndStore(
  database: CatalogProvider,
  question: ProviderQuery,
): Promise<Keep> {
  switch (question.kind) {
    case 'list': {
      const { list } = question;
      const { games, total } = await database.listGames(list);
      if (total === null) return keepMissing;
      return keepList(games.slice(0, list.pageSize), total, {
        publisher: list.publisher,
        developer: list.developer,
      });
    }
    case 'game':
      return keepGame(question.id, await database.getGame(question.id));
    case 'publisher':
      return keepCompany('publisher', question.id, await database.getPublisher(question.id));
    case 'developer':
      return keepCompany('developer', question.id, await database.getDeveloper(question.id));
  }
}

const nothing = { gameIds: [], total: 0, missing: true };
const keepMissing: Keep = (db, key, now) => storeAnswer(db, key, nothing, now);

function keepList(
  told: readonly ProviderGame[],
  total: number,
  of: { [Kind in CompanyKind]: number | undefined },
): Keep {
  const gameIds = [...new Set(told.map(({ id }) => id))];
  return (db, key, now) =>
    db.transaction(async (tx) => {
      await saveProviderGames(tx, told, now);
      if (of.publisher) await saveListedLinks(tx, 'publisher', of.publisher, gameIds);
      if (of.developer) await saveListedLinks(tx, 'developer', of.developer, gameIds);
      await storeAnswer(tx, key, { gameIds, total, missing: false }, now);
    });
}

function keepGame(id: number, told: Awaited<ReturnType<CatalogProvider['getGame']>>): Keep {
  return (db, key, now) =>
    db.transaction(async (tx) => {
      // What it calls missing may be a game that players own: that stays.
      if (!told) return storeAnswer(tx, key, nothing, now);
      const publisherIds = await saveProviderCompanies(tx, 'publisher', told.publishers);
      const developerIds = await saveProviderCompanies(tx, 'developer', told.developers);
      await saveProviderGames(tx, [{ ...told, id }], now);
      await saveProviderLinks(tx, 'publisher', id, publisherIds);
      await saveProviderLinks(tx, 'developer', id, developerIds);
      await storeAnswer(tx, key, { gameIds: [], total: 0, missing: false }, now);
    });
}

function keepCompany(
  kind: CompanyKind,
  id: number,
  told: Awaited<ReturnType<CatalogProvider['getPublisher']>>,
): Keep {
  return (db, key, now) =>
    db.transaction(async (tx) => {
      if (!told) return storeAnswer(tx, key, nothing, now);
      await saveProviderCompanies(tx, kind, [{ ...told, id }]);
      await storeAnswer(tx, key, { gameIds: [], total: 0, missing: false }, now);
    });
}
