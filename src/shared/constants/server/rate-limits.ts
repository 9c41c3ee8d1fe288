import { chatConstants } from '../chat.ts';
import { socketConstants } from './sockets.ts';

interface RateLimit {
  points: number;
  duration: number;
  /** With several nodes, a node takes so many at once from the shared count, and counts these in memory. */
  block?: number;
}

/**
 * The rate limits: so many actions (`points`) in `duration` seconds. The end of each name says what
 * counts as one caller.
 */
export const rateLimits = {
  // From all IP addresses together. High, so that a stranger with a few IP addresses cannot lock the
  // account.
  'login-by-account': { points: 300, duration: 60 * 60 },
  'login-by-account-and-address': { points: 10, duration: 15 * 60 },
  // From a known device.
  'login-by-device': { points: 30, duration: 15 * 60 },
  // 300 players of a school behind one IP address, of whom each mistypes once.
  'login-by-address': { points: 600, duration: 15 * 60 },
  // Beginnings and answers of sign-ons. Each answer is a request to the provider.
  'sign-on-by-address': { points: 1_200, duration: 15 * 60 },
  // Wrong codes after one correct password. Then the password is needed again.
  'codes-by-login': { points: 5, duration: 5 * 60 },
  // Of a million codes three are valid at a time.
  'codes-by-account': { points: 30, duration: 24 * 60 * 60 },
  // Counted apart, so that wrong codes of a stranger do not keep the owner out. Nobody can guess 80 bits.
  'recovery-codes-by-account': { points: 30, duration: 60 * 60 },
  // Each change is mailed to the owner.
  'factor-changes-by-account': { points: 60, duration: 60 * 60 },
  // Anonymous sessions of the Realm API: each can leave a row when it is logged out.
  'anonymous-by-address': { points: 1_200, duration: 60 * 60 },
  // A school class registers within one lesson, and some names are taken.
  'register-by-address': { points: 500, duration: 60 * 60 },
  'register-by-account': { points: 20, duration: 60 * 60 },
  'guest-by-address': { points: 400, duration: 60 * 60 },
  'reset-by-account': { points: 3, duration: 60 * 60 },
  'reset-by-address': { points: 300, duration: 60 * 60 },
  // Each sends a mail to an address that anyone may own.
  'email-change-by-account': { points: 5, duration: 60 * 60 },
  // Opened email links; a valid one does not count.
  'link-by-address': { points: 100, duration: 60 * 60 },
  // Opened and sent set-up links. Nobody can guess 256 bits.
  'set-up-by-address': { points: 60, duration: 60 * 60 },
  // Codes that give nothing; others give their point back. Nobody can guess 100 bits.
  'redeem-by-address': { points: 300, duration: 15 * 60 },
  'redeem-by-account': { points: 20, duration: 15 * 60 },
  // Each batch is up to 500 codes.
  'code-batches-by-account': { points: 60, duration: 60 * 60 },
  // Each change empties the page cache.
  'privacy-by-account': { points: 60, duration: 60 * 60 },
  // An admin checks services, sends test mails, starts jobs and downloads backups.
  'system-acts-by-account': { points: 60, duration: 60 * 60 },
  'mail-reads-by-account': { points: 200, duration: 60 * 60 },
  'push-subscriptions-by-account': { points: 30, duration: 60 * 60 },
  // One each minute. Later ones wait, and those of the same kind are one.
  'pushes-by-subscription': { points: 60, duration: 60 * 60 },
  'comment-by-account': { points: 10, duration: 60 },
  'discussion-by-account': { points: 30, duration: 60 * 60 },
  // Each edit updates the search text.
  'discussion-edit-by-account': { points: 30, duration: 10 * 60 },
  'discussion-comment-by-account': { points: 20, duration: 60 },
  'discussion-search-by-account': { points: 60, duration: 60 },
  // Of visitors: a whole school may share one IP address.
  'discussion-search-by-address': { points: 120, duration: 60 },
  // Sending and withdrawing in turn would show up at the other player again and again.
  // Groups that an account joined, left, asked to join, or withdrew from.
  'groups-by-account': { points: 60, duration: 60 * 60 },
  'friend-requests-by-account': { points: 60, duration: 60 * 60 },
  // Each report is read by a moderator.
  'report-by-guest': { points: 10, duration: 24 * 60 * 60 },
  'report-by-account': { points: 30, duration: 24 * 60 * 60 },
  'appeal-by-account': { points: 20, duration: 24 * 60 * 60 },
  // Placing and cancelling in turn leaves an order and its ledger entries each time.
  'orders-by-account': { points: 600, duration: 10 * 60 },
  // Each offer is a message to the friend and a notification.
  'trade-offers-by-account': { points: 30, duration: 10 * 60 },
  'chat-by-account': { points: chatConstants.perWindow, duration: chatConstants.windowMs / 1000 },
  // Each connection reads a session. All allowed tabs may connect three times.
  'socket-connections-by-account': {
    points: 3 * socketConstants.connectionsPerAccount,
    duration: socketConstants.eventsWindowMs / 1000,
  },
  // Each answer has at most 128 KB.
  'missed-by-account': {
    points: 3 * socketConstants.connectionsPerAccount,
    duration: socketConstants.eventsWindowMs / 1000,
  },
  'socket-events-by-account': {
    points: socketConstants.eventsPerAccount,
    duration: socketConstants.eventsWindowMs / 1000,
    block: 12,
  },
  // Changing from game to game leaves a row each time.
  // A failed export can be requested again at once.
  'data-export-by-account': { points: 5, duration: 24 * 60 * 60 },
  // Each download may send gigabytes.
  'data-download-by-account': { points: 20, duration: 60 * 60 },
  // Parts of files that owners of a game download. Some programs request many parts of one file.
  'downloads-by-account': { points: 600, duration: 60 * 60 },
  // Files that editors send, up to gigabytes each.
  'download-uploads-by-account': { points: 60, duration: 60 * 60 },
  'play-start-by-account': { points: 30, duration: 60 },
  // Saves of games that are played on the site, up to 1 MB each. All windows of an account together.
  'game-saves-by-account': { points: 30, duration: 60 },
  'game-save-loads-by-account': { points: 60, duration: 60 },
  // The account of an upload is known only when all of it was received.
  'upload-by-address': { points: 300, duration: 60 * 60 },
  'upload-by-account': { points: 60, duration: 60 * 60 },
  // Pictures that cost much work and failed; successful ones give their point back.
  'heavy-picture-by-account': { points: 10, duration: 60 * 60 },
  // Pictures of the site, which editors upload.
  'site-picture-by-account': { points: 200, duration: 60 * 60 },
  // Files with games of the site, up to 1,000 each, which are checked one by one.
  'game-files-by-account': { points: 60, duration: 60 * 60 },
  // Files with people, up to 500 each, whose passwords are hashed one by one.
  'people-files-by-account': { points: 60, duration: 60 * 60 },
  // Forms with keys of games, up to 5,000 each, which are encrypted one by one.
  'game-keys-by-account': { points: 60, duration: 60 * 60 },
  // Each reads up to 2 million characters.
  'dry-run-by-account': { points: 30, duration: 10 * 60 },
  // Each import calls the external file service, which limits our calls.
  'external-post-by-account': { points: 60, duration: 60 * 60 },
  // What API clients call before they act; one client can appear as many callers.
  'function-by-caller': { points: 60, duration: 60 },
  'function-by-address': { points: 300, duration: 60 },
  // Complete lists of several megabytes.
  'heavy-function-by-account': { points: 60, duration: 60 },
  // Of visitors: a whole school may share one IP address.
  'heavy-function-by-address': { points: 600, duration: 60 },
  'upload-by-key': { points: 600, duration: 60 * 60 },
  // Listing 10,000 files with a thousand per page, ten times.
  'files-by-address': { points: 120, duration: 60 },
  // New provider queries: the provider's plan has 20,000 calls a month for everybody.
  'catalog-provider-by-address': { points: 30, duration: 60 * 60 },
  'catalog-provider-by-address-daily': { points: 200, duration: 24 * 60 * 60 },
} as const satisfies Record<string, RateLimit>;

/** The rate limit of a name, with its optional parts. */
export function getRateLimit(name: keyof typeof rateLimits): RateLimit {
  return rateLimits[name];
}
