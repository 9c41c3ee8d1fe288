import type { ApiKeyScope } from '#shared/constants/accounts/api-key-scopes.ts';
import type { ClientEvents } from '#shared/schemas/socket-events.ts';

/** Where the server mounts the Realm API. */
export const realmApiPath = '/api/client/v2.0';

/**
 * What a program with an API key needs: a scope; `any key`; or `no key`, which no scope allows. `by function`: what the
 * called function needs.
 */
export type KeyAccess = ApiKeyScope | 'any key' | 'no key' | 'by function';

/**
 * What each function, route and event needs of a caller that logged in with an API key. This is the only table of it. A
 * function or route that is missing here is refused to all keys, and a test fails.
 */
export const functionAccess: Readonly<Record<string, ApiKeyScope>> = {
  rateLimit: 'read-own',
  registerUser: 'write-own',
  loginUser: 'write-own',
  loginGuestUser: 'write-own',
  logoutUser: 'write-own',
  getAllUsers: 'read-own',
  getOneUser: 'read-own',
  getUserProfile: 'read-own',
  updateUser: 'write-own',
  getComments: 'read-own',
  addComment: 'write-own',
  updateUserMoney: 'write-own',
  getLastClaimDate: 'read-own',
  claimDailyReward: 'write-own',
  purchaseGame: 'write-own',
  getAllGamesFromUser: 'read-own',
  startPlaying: 'write-own',
  rewardCard: 'write-own',
  craftBadge: 'write-own',
  recycleCards: 'write-own',
  getBadgesFromUser: 'read-own',
  getAllMarketItems: 'read-own',
  setCardToMarket: 'write-own',
  buyMarketItem: 'write-own',
  removeMarketItem: 'write-own',
  createTradeOffer: 'write-own',
  counterTradeOffer: 'write-own',
  acceptTradeOffer: 'write-own',
  declineTradeOffer: 'write-own',
  withdrawTradeOffer: 'write-own',
  listTradeOffers: 'read-own',
  placeMarketOrder: 'write-own',
  orderMissingCards: 'write-own',
  cancelMarketOrder: 'write-own',
  getMarketOrders: 'read-own',
  getMarketDepth: 'read-own',
  previewMarketSale: 'read-own',
  addFriendRequest: 'write-own',
  friendRequestAction: 'write-own',
  getFriendRequests: 'read-own',
  getUserFriends: 'read-own',
  removeFriend: 'write-own',
  sendPrivateMessage: 'write-own',
  getMessages: 'read-own',
  getAllDiscussions: 'read-own',
  getDiscussionById: 'read-own',
  addDiscussion: 'write-own',
  editDiscussion: 'write-own',
  addCommentToDiscussion: 'write-own',
  addCardToInventory: 'economy',
};

/**
 * Routes of the Realm API by method and path below it. Those without a caller read no token. Another session than one by
 * a key is not limited by this table.
 */
export const routeAccess: Readonly<Record<string, KeyAccess | 'no caller'>> = {
  'GET /app/:appId/location': 'no caller',
  // With `link=true` it reads the caller, who can only link the account that the key has already.
  'POST /app/:appId/auth/providers/:provider/login': 'any key',
  'POST /app/:appId/auth/providers/local-userpass/register': 'no caller',
  'POST /app/:appId/auth/providers/local-userpass/confirm': 'no caller',
  'POST /app/:appId/auth/providers/local-userpass/confirm/send': 'no caller',
  'POST /app/:appId/auth/providers/local-userpass/confirm/call': 'no caller',
  'POST /app/:appId/auth/providers/local-userpass/reset': 'no caller',
  'POST /app/:appId/auth/providers/local-userpass/reset/send': 'no caller',
  'POST /app/:appId/auth/providers/local-userpass/reset/call': 'no caller',
  'POST /app/:appId/functions/call': 'by function',
  'GET /app/:appId/functions/call': 'by function',
  'POST /auth/session': 'any key',
  'DELETE /auth/session': 'any key',
  'GET /auth/profile': 'read-own',
  'DELETE /auth/delete': 'no key',
  'GET /auth/api_keys': 'read-own',
  'POST /auth/api_keys': 'no key',
  'GET /auth/api_keys/:id': 'read-own',
  'PUT /auth/api_keys/:id/:change{enable|disable}': 'no key',
  'DELETE /auth/api_keys/:id': 'no key',
};

/** Sockets are authenticated by a loginId or the session of a browser, so a key reaches no event. */
export const eventAccess: Readonly<Record<keyof ClientEvents, 'no key'>> = {
  join: 'no key',
  message: 'no key',
  missed: 'no key',
  typing: 'no key',
  read: 'no key',
};
