import type { Database } from '#db/client.ts';
import type { CompanyKind } from '../company-sides.ts';
import type { GamesDatabase, SourceGame } from '../games-database.ts';
import { keepAnswer } from './answers.ts';
import type { Question } from './question.ts';
import { saveListedLinks, saveSourceCompanies, saveSourceLinks } from './save-source-companies.ts';
import { saveSourceGames } from './save-source-games.ts';

/** Keeps an answer with everything it tells, in one transaction. */
export type Keep = (db: Database, key: string, now: Date) => Promise<void>;

/**
 * Asks a games database and answers how to keep what it said.
 * @throws GamesDatabaseFailure when there is no answer.
 */
export async function ask(database: GamesDatabase, question: Question): Promise<Keep> {
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
const keepMissing: Keep = (db, key, now) => keepAnswer(db, key, nothing, now);

function keepList(
  told: readonly SourceGame[],
  total: number,
  of: { [Kind in CompanyKind]: number | undefined },
): Keep {
  const gameIds = [...new Set(told.map(({ id }) => id))];
  return (db, key, now) =>
    db.transaction(async (tx) => {
      await saveSourceGames(tx, told, now);
      if (of.publisher) await saveListedLinks(tx, 'publisher', of.publisher, gameIds);
      if (of.developer) await saveListedLinks(tx, 'developer', of.developer, gameIds);
      await keepAnswer(tx, key, { gameIds, total, missing: false }, now);
    });
}

function keepGame(id: number, told: Awaited<ReturnType<GamesDatabase['getGame']>>): Keep {
  return (db, key, now) =>
    db.transaction(async (tx) => {
      // What it calls missing may be a game that players own: that stays.
      if (!told) return keepAnswer(tx, key, nothing, now);
      const publisherIds = await saveSourceCompanies(tx, 'publisher', told.publishers);
      const developerIds = await saveSourceCompanies(tx, 'developer', told.developers);
      await saveSourceGames(tx, [{ ...told, id }], now);
      await saveSourceLinks(tx, 'publisher', id, publisherIds);
      await saveSourceLinks(tx, 'developer', id, developerIds);
      await keepAnswer(tx, key, { gameIds: [], total: 0, missing: false }, now);
    });
}

function keepCompany(
  kind: CompanyKind,
  id: number,
  told: Awaited<ReturnType<GamesDatabase['getPublisher']>>,
): Keep {
  return (db, key, now) =>
    db.transaction(async (tx) => {
      if (!told) return keepAnswer(tx, key, nothing, now);
      await saveSourceCompanies(tx, kind, [{ ...told, id }]);
      await keepAnswer(tx, key, { gameIds: [], total: 0, missing: false }, now);
    });
}
