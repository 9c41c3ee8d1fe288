import { eq } from 'drizzle-orm';
import {
  accountRoles,
  accounts,
  activeDays,
  activity,
  apiKeys,
  apiSessions,
  apiUsers,
  appeals,
  awardDays,
  badgeCrafts,
  blocks,
  cardDraws,
  cards,
  codeUses,
  collectorTotals,
  conversations,
  dailyRewards,
  discussionComments,
  discussionSubscriptions,
  discussions,
  emailChanges,
  friendRequests,
  friendships,
  gameKeys,
  gameProgress,
  gameSaves,
  groupMembers,
  groupRequests,
  ledgerEntries,
  loginIds,
  marketFirstDays,
  marketListings,
  marketOrders,
  marketSales,
  marketSearches,
  messages,
  mutedNotifications,
  mutedPushes,
  newcomerGains,
  notificationChannels,
  notificationSettings,
  notifications,
  ownedGames,
  passkeys,
  pictures,
  playSessions,
  preferences,
  profileComments,
  pushSubscriptions,
  recoveryCodes,
  recyclings,
  reports,
  sessions,
  setCompletions,
  showcaseItems,
  signOnIdentities,
  topUpDays,
  totpFactors,
  tradedCards,
  tradeOfferCards,
  tradeOffers,
  tradingPairDays,
  uploads,
  users,
  wallets,
  wishlistItems,
} from '#database/schema.ts';
import { decryptGameKey, type StoredGameKey } from '../game-library/keys/get-own-game-key.ts';
import { rowsOfOwn, describeSubject as subject } from './describe-subject.ts';
import type { ExportSubject } from './export-subject.ts';

const secret = 'a secret';
const describesKey = 'describes the key';
const noteOfModerators = 'a note of moderators';
const saysWhatOtherRead = 'says what the other one has read';
const hiddenLogId = 'the log of moderators; the settings show its reason';

/** Everything that an export contains, in the order of README.txt. */
export const exportSubjects: readonly ExportSubject[] = [
  // The account, its logins, settings and notifications.
  subject('account', 'Your account', users, {
    ofAccount: [users.id],
    without: {
      banned: noteOfModerators,
      banReason: noteOfModerators,
      banExpires: noteOfModerators,
    },
  }),
  subject('preferences', 'Your settings', preferences),
  subject('days-here', 'On which days you were here, for 400 days', activeDays),
  subject('further-roles', 'Your further roles', accountRoles),
  subject('groups', 'The groups that you are in', groupMembers),
  subject('group-requests', 'Groups that you asked to join', groupRequests),
  subject('logins', 'How you log in, without secrets', accounts, {
    without: {
      password: secret,
      accessToken: secret,
      refreshToken: secret,
      idToken: secret,
      accountId: 'the id of the account again',
      accessTokenExpiresAt: 'no such token is stored',
      refreshTokenExpiresAt: 'no such token is stored',
    },
  }),
  subject('sign-on-identities', 'Your identities of single sign-on', signOnIdentities),
  subject('authenticator-app', 'Your authenticator app, without its secret', totpFactors, {
    without: { secret, keyId: 'describes the secret' },
  }),
  subject('recovery-codes', 'When you used recovery codes', recoveryCodes, {
    without: { hash: secret },
  }),
  subject('passkeys', 'Your passkeys, without their keys', passkeys, {
    without: {
      credentialId: describesKey,
      publicKey: describesKey,
      counter: describesKey,
      transports: describesKey,
    },
  }),
  subject('email-changes', 'A change of your email address that waits for the link', emailChanges, {
    without: { token: secret },
  }),
  subject('sessions', 'Where you are logged in', sessions, { without: { token: secret } }),
  subject('api-keys', 'Your API keys with their scopes, without the keys', apiKeys, {
    without: { hash: secret },
  }),
  subject('api-users', 'Users of applications that are linked to you', apiUsers),
  subject('api-sessions', 'Sessions of applications', apiSessions),
  subject('login-ids', 'Logins of applications, without secrets', loginIds, {
    without: { hash: secret },
  }),
  subject('notifications', 'Your notifications', notifications, {
    ofAccount: [notifications.userId],
  }),
  subject('muted-notifications', 'Notifications that you muted', mutedNotifications),
  subject(
    'push-subscriptions',
    'Browsers in which you get notifications, without secrets',
    pushSubscriptions,
    { without: { endpoint: secret, p256dh: secret, auth: secret } },
  ),
  subject('muted-pushes', 'Notifications that browsers do not show', mutedPushes),
  subject('notification-mails', 'Notifications that you get as mail', notificationChannels, {
    people: [notificationChannels.userId],
  }),
  subject('notification-settings', 'Your quiet hours and time zone', notificationSettings),

  // Texts, friends and pictures.
  subject('conversations', 'Your conversations', conversations, {
    without: {
      lowRead: saysWhatOtherRead,
      highRead: saysWhatOtherRead,
      lowSkipped: saysWhatOtherRead,
      highSkipped: saysWhatOtherRead,
    },
  }),
  subject('messages', 'Messages that you sent and received', messages, {
    ofAccount: [],
    parents: [rowsOfOwn(conversations, messages.conversationId)],
  }),
  subject(
    'profile-comments',
    'Comments that you wrote on profiles, and comments on yours',
    profileComments,
    {
      hiddenOfOthers: { author: profileComments.authorId, cause: profileComments.hiddenCause },
      without: { hiddenLogId },
    },
  ),
  subject('discussions', 'Discussions that you started', discussions, { without: { hiddenLogId } }),
  subject(
    'discussion-comments',
    'Comments that you wrote in discussions, and comments in yours',
    discussionComments,
    {
      hiddenOfOthers: {
        author: discussionComments.authorId,
        cause: discussionComments.hiddenCause,
      },
      without: { hiddenLogId },
      parents: [rowsOfOwn(discussions, discussionComments.discussionId)],
    },
  ),
  subject(
    'discussion-subscriptions',
    'Discussions that you follow or left',
    discussionSubscriptions,
    { key: [discussionSubscriptions.userId, discussionSubscriptions.discussionId] },
  ),
  subject('friends', 'Your friends', friendships),
  subject('friend-requests-sent', 'Friend requests that you sent', friendRequests, {
    ofAccount: [friendRequests.senderId],
    without: {
      declinedAt: 'the answer of somebody else, which is not shown',
      withdrawnAt: 'it would show that the request was declined',
    },
  }),
  subject('friend-requests-received', 'Friend requests that you received', friendRequests, {
    ofAccount: [friendRequests.targetId],
    without: { withdrawnAt: 'it is internal to the sender' },
  }),
  subject('blocked-players', 'Players whom you blocked', blocks, {
    ofAccount: [blocks.blockerId],
  }),
  subject('uploads', 'Files that you sent', uploads),
  subject('pictures', 'Your pictures; the files are in the folder pictures', pictures, {
    without: { hiddenLogId },
  }),
  subject('reports', 'Your reports to moderators', reports, {
    without: { copy: 'a text of somebody else' },
  }),
  subject('appeals', 'Your appeals against acts of moderators', appeals, {
    without: { decidedBy: 'moderators act for the site, not as players' },
  }),

  // Money, games, the market, trades and the wishlist.
  subject('wallet', 'Your balance, in cents', wallets),
  subject('wallet-entries', 'Every movement of your money, in cents', ledgerEntries),
  subject('daily-rewards', 'Daily rewards that you claimed', dailyRewards),
  subject('top-ups', 'Money that you added each day, in cents', topUpDays),
  subject('redeemed-codes', 'Codes that you redeemed', codeUses),
  subject('games', 'Your games', ownedGames),
  subject('game-keys', 'The keys that you got with your games', gameKeys, {
    without: {
      encryptedBy: 'says how we store the key',
      fingerprint: 'says how we store the key',
      addedBy: 'the account of an editor',
      addedAt: 'says when editors added the key',
    },
    decrypted: {
      column: 'encrypted',
      name: 'key',
      needs: { encryptedBy: gameKeys.encryptedBy },
      decrypt: (row, { encryption }) => decryptGameKey(row as unknown as StoredGameKey, encryption),
    },
  }),
  subject('listings', 'Your cards on the market; prices in cents', marketListings),
  subject('sales', 'Cards that you sold and bought on the market; prices in cents', marketSales, {
    ofAccount: [],
    people: [marketSales.sellerId, marketSales.buyerId],
    parents: [
      {
        ...rowsOfOwn(ledgerEntries, marketSales.transferId),
        value: ledgerEntries.transferId,
        where: eq(ledgerEntries.kind, 'sale'),
      },
      rowsOfOwn(marketOrders, marketSales.orderId),
    ],
  }),
  subject('orders', 'Your buy orders; prices in cents', marketOrders),
  subject('first-day', 'What you traded in your first 24 hours, in cents', marketFirstDays),
  subject(
    'trading-days',
    'How often and for how many cents you traded with others each day',
    tradingPairDays,
    { people: [tradingPairDays.lowId, tradingPairDays.highId] },
  ),
  subject(
    'gains-from-newcomers',
    'How much you got from new players each day, in cents',
    newcomerGains,
    { people: [newcomerGains.userId] },
  ),
  subject('saved-searches', 'Searches of the market that you saved', marketSearches),
  subject('trade-offers', 'Trade offers that you sent and received; values in cents', tradeOffers),
  subject('trade-offer-cards', 'The cards of these trade offers', tradeOfferCards, {
    parents: [rowsOfOwn(tradeOffers, tradeOfferCards.offerId)],
  }),
  subject('traded-cards', 'Cards that you traded', tradedCards, {
    ofAccount: [],
    people: [tradedCards.fromId, tradedCards.toId],
    parents: [rowsOfOwn(tradeOffers, tradedCards.offerId)],
  }),
  subject('wishlist', 'What you wish for; prices in cents', wishlistItems),

  // Cards, play and collections.
  subject('cards', 'Your cards', cards),
  subject('card-draws', 'Every card that you drew, with its odds in millionths', cardDraws),
  subject('game-progress', 'What you played', gameProgress),
  subject('game-saves', 'What games that are played on the site stored for you', gameSaves),
  subject('play-sessions', 'When you played', playSessions),
  subject('cards-a-day', 'How many cards you got each day', awardDays),
  subject('complete-sets', 'Sets that you completed', setCompletions),
  subject('badges', 'Badges that you crafted', badgeCrafts),
  subject('recycled-cards', 'Cards that you recycled', recyclings),
  subject('collector-totals', 'Your sums in the leaderboards', collectorTotals),
  subject('showcase', 'Your showcase', showcaseItems),
  subject('activity', 'What your friends may see that you did', activity),
];
