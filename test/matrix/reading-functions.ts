import { randomUUID } from 'node:crypto';
import type { PrivateSubject } from '#shared/constants/privacy.ts';
import type { Owner } from './matrix-fixture.ts';

interface ReadingRow {
  args: (owner: Owner, me: string) => unknown[];
  /** What the function tells those who may see it. */
  shows: PrivateSubject[];
  /** What it tells only callers with an account. */
  withAccount?: PrivateSubject[];
  /** The part of the result that is about the owner. */
  about?: (result: unknown, owner: Owner) => unknown;
}

const reads = (args: ReadingRow['args'], ...shows: PrivateSubject[]): ReadingRow => ({
  args,
  shows,
});
const ofOwner = ({ actor }: Owner) => [actor.username];

/** Functions that tell something of another player, or only of the caller or the catalog. */
export const readingFunctions: Record<string, ReadingRow> = {
  getOneUser: {
    args: ({ actor }) => [actor.username, null],
    shows: ['inventory', 'games', 'presence'],
    withAccount: ['friends'],
  },
  getUserProfile: {
    args: ofOwner,
    shows: ['inventory', 'games', 'presence'],
    withAccount: ['friends'],
  },
  getAllUsers: {
    args: () => [],
    shows: ['games', 'presence'],
    withAccount: ['friends'],
    about: (result, { actor }) =>
      (result as { username: string }[]).find(({ username }) => username === actor.username),
  },
  getUserFriends: {
    args: ofOwner,
    shows: [],
    withAccount: ['friends'],
    // Others in the list may be Online too.
    about: (result) =>
      (result as { friends: { username: string }[] }).friends.map(({ username }) => username),
  },
  getAllGamesFromUser: reads(ofOwner, 'games'),
  getBadgesFromUser: reads(ofOwner, 'inventory'),
  getComments: reads(ofOwner),
  getMessages: reads(({ actor }, me) => [me, actor.username]),
  getFriendRequests: reads((_owner, me) => [me]),
  getAllDiscussions: reads(() => []),
  getDiscussionById: reads(() => [randomUUID()]),
  getAllMarketItems: reads(() => []),
  getMarketDepth: reads(() => ['Portal 2', 'Crown']),
  getMarketOrders: reads((_owner, me) => [me, null]),
  previewMarketSale: reads((_owner, me) => [me, null, 'Portal 2', 'Crown', 1]),
  listTradeOffers: reads((_owner, me) => [me, null, 'incoming']),
  getLastClaimDate: reads((_owner, me) => [me, null]),
};
