import { getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import {
  activity,
  badgeCrafts,
  cardDraws,
  cardKinds,
  cardSetVersionKinds,
  cardSetVersions,
  cards,
  discussionComments,
  discussionSearch,
  discussionSubscriptions,
  discussions,
  discussionTagRows,
  downloadFiles,
  gameDeliveries,
  gameDevelopers,
  gameDownloads,
  gameEarlierNames,
  gameGroupPrices,
  gameGroups,
  gameOwners,
  gamePictures,
  gamePrices,
  gameProgress,
  gamePublishers,
  gameSales,
  gameSaves,
  gameSearch,
  games,
  marketCardDays,
  marketListings,
  marketOrders,
  marketSales,
  notifications,
  ownedGames,
  playSessions,
  recyclings,
  setCompletions,
  showcaseItems,
  tradedCards,
  tradeOfferCards,
  tradeOffers,
  wishlistItems,
} from '../schema.ts';

/** The setting of a transaction with the highest age that its reader may see, in years. */
export const ageLimitSetting = 'guildhall.age_limit';

/** The setting of a transaction with the groups of its reader that have games, as an array of ids. */
export const groupsSetting = 'guildhall.groups';

const ageLimit = `current_setting('${ageLimitSetting}')::integer`;

/** Whether a row of `games` is closed to the reader: for older players, or for members of groups that he is not in. */
const isClosed = (game: string) =>
  `(${game}.minimum_age > ${ageLimit} or (${game}.is_for_groups and not exists (
    select from public.game_groups as opened where opened.game_id = ${game}.id
      and opened.group_id = any(current_setting('${groupsSetting}')::uuid[]))))`;

/** Whether a game is closed to the reader. The first condition is that of the index of the few games with limits. */
const isOver = (gameId: string) =>
  `exists (select from public.games as rated where rated.id = ${gameId}
    and (rated.minimum_age > 0 or rated.is_for_groups) and ${isClosed('rated')})`;

/** Whether a discussion is about such a game. `of` is an SQL expression for its id. */
const isAboutOver = (of: string) =>
  `exists (select from public.discussions as about where about.id = ${of} and ${isOver('about.game_id')})`;

const byGame: readonly PgTable[] = [
  gameSearch,
  gameEarlierNames,
  gameGroupPrices,
  gameGroups,
  gamePublishers,
  gameDevelopers,
  gameOwners,
  gamePictures,
  gamePrices,
  gameSales,
  gameDeliveries,
  gameDownloads,
  gameSaves,
  downloadFiles,
  ownedGames,
  gameProgress,
  playSessions,
  cardKinds,
  cardSetVersions,
  cardSetVersionKinds,
  cards,
  cardDraws,
  setCompletions,
  badgeCrafts,
  recyclings,
  showcaseItems,
  marketListings,
  marketSales,
  marketOrders,
  marketCardDays,
  tradeOfferCards,
  tradedCards,
  wishlistItems,
  activity,
  discussions,
];

const byDiscussion: readonly PgTable[] = [
  discussionTagRows,
  discussionSearch,
  discussionComments,
  discussionSubscriptions,
];

/** Kinds of notifications whose thing begins with the id of a game. */
const kindsOfGames = `('item-sold', 'order-filled', 'price-alert', 'game-hidden')`;
const kindsOfTrades = `('trade-offer', 'trade-accepted', 'trade-declined')`;

const hasCardOver = (offerId: string) =>
  `exists (select from public.trade_offer_cards as offered
    where offered.offer_id = ${offerId} and ${isOver('offered.game_id')})`;

/**
 * The tables of which a reader with limits sees only some rows, and the condition of these rows, as SQL. Rows of
 * other tables name no game. A row that has several games, such as a trade offer, is left out as a whole.
 */
export const filteredTables: ReadonlyMap<string, string> = new Map([
  [getTableName(games), `not ${isClosed('stored')}`],
  ...byGame.map((table) => [getTableName(table), `not ${isOver('stored.game_id')}`] as const),
  ...byDiscussion.map(
    (table) => [getTableName(table), `not ${isAboutOver('stored.discussion_id')}`] as const,
  ),
  [getTableName(tradeOffers), `not ${hasCardOver('stored.id')}`],
  [
    getTableName(notifications),
    `case
      when stored.kind in ${kindsOfGames} then not ${isOver(`substring(stored.thing from '^[0-9]{1,10}')::bigint`)}
      when stored.kind in ${kindsOfTrades} then not ${hasCardOver('stored.thing::uuid')}
      when stored.kind = 'discussion-comment' then not ${isAboutOver('stored.thing::uuid')}
      else true end`,
  ],
]);
