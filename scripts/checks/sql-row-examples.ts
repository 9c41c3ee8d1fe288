import type { Database } from '#database/client.ts';
import { listValidSessions } from '#domain/accounts/sessions/list-valid-sessions.ts';
import type { Actor } from '#domain/actor.ts';
import { listPeople } from '#domain/administration/list-people.ts';
import { auditEconomy } from '#domain/audit/audit-economy.ts';
import { createCompanyReader } from '#domain/catalog/companies/company-reader.ts';
import { listGames } from '#domain/catalog/games/list-games.ts';
import { listGamesForApi } from '#domain/catalog/games/list-games-for-api.ts';
import { searchGames } from '#domain/catalog/search/search-games.ts';
import { listCollections } from '#domain/collections/list-collections.ts';
import { listCollectors } from '#domain/collections/list-collectors.ts';
import type { Ctx } from '#domain/context.ts';
import { chooseSet } from '#domain/crafting/craft-badge.ts';
import { chooseDuplicates } from '#domain/crafting/recycle-cards.ts';
import { findCommentPage } from '#domain/discussions/comments/find-comment-page.ts';
import { discussionQueries } from '#domain/discussions/lists/discussion-list-sql.ts';
import { searchUsers } from '#domain/friends/search-users.ts';
import { moveMoney } from '#domain/ledger/move-money.ts';
import { listingQueries } from '#domain/market/lists/market-list-sql.ts';
import { createMarketCaches } from '#domain/market/market-caches.ts';
import { getCardMedianPrice } from '#domain/market/prices/get-card-median-price.ts';
import { listNotifications } from '#domain/notifications/list-notifications.ts';
import { moveCards } from '#domain/trades/move-cards.ts';
import { peopleQuery } from '#shared/schemas/administration/admin-people.ts';
import { recordChanges, takeChanges } from '#test/fixtures/recorded-changes.ts';
import { dumpRows } from '#test/upgrade/dump-rows.ts';

const id = '00000000-0000-4000-8000-000000000000';
const page = { q: 'a', page: 1, perPage: 24 };

/**
 * Builds the statements whose text depends on a call. Each place in the code that declares one needs one
 * example here, because all of its statements have the same columns. The rows that an example returns do not
 * matter, and it may fail.
 */
export async function runExamples(db: Database): Promise<void> {
  const clock = { now: () => new Date() };
  const actor = { id, username: 'ada', role: 'player' } as Actor;
  // The examples use these members only.
  const ctx = { db, clock, actor, market: { caches: createMarketCaches(clock) } } as Ctx;
  createCompanyReader('publisher');
  discussionQueries.allOfGame('newest');
  discussionQueries.searchOfGame('newest', 'words');
  discussionQueries.allDiscussions('newest', 20);
  discussionQueries.allOfTag('newest', 20);
  discussionQueries.materializedSearch('newest', 'words', 'index', 20);
  discussionQueries.indexScanSearch('newest', 'words', 20);
  listingQueries.all('newest', 20);
  listingQueries.ofKinds('newest', 'all', 20);
  listingQueries.materialized('newest', 'inside', 'no', 'both', 20);
  listingQueries.scanned('newest', 'inside', 'no', 20);
  await Promise.allSettled([
    listGames({ db }, { order: 'name' }),
    listGames({ db }, { genre: 'action' }),
    searchGames({ db }, { term: 'a', offset: 0, size: 3 }),
    listGamesForApi(ctx, {
      search: '',
      genres: null,
      publishers: null,
      developers: null,
      order: null,
      page: 1,
      pageSize: 20,
    }),
    listValidSessions(db, [], clock.now()),
    listCollections(ctx, { ...page, order: 'name', filter: 'all' }),
    listNotifications(ctx, { page: 1 }),
    findCommentPage(ctx, { discussionId: id, commentId: id }),
    searchUsers(ctx, page),
    listPeople({ ...ctx, actor: { ...actor, role: 'admin' } }, peopleQuery.parse({})),
    getCardMedianPrice(ctx, { kindId: 'a', gameId: null }),
    listCollectors(ctx, { by: 'level', since: 'ever', who: 'all', page: 1 }),
    chooseSet(db, { userId: id, gameId: 1, restSince: null }),
    chooseDuplicates(db, { userId: id, gameId: 1, rarity: 'common', restSince: null }, []),
    moveCards(db, {
      offerId: id,
      side: 'given',
      from: { id, username: 'ada', restSince: null, registeredAt: null },
      to: { id, username: 'grace', restSince: null, registeredAt: null },
      at: clock.now(),
    }),
    auditEconomy({ db }),
    recordChanges(db).then(() => takeChanges(db)),
    dumpRows(db),
    moveMoney(db, {
      transferId: id,
      kind: 'top-up',
      userId: id,
      systemAccount: 'top-ups',
      amount: 1,
      subject: null,
      at: clock.now(),
    }),
  ]);
}
