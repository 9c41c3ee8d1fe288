import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiter, RateLimitName } from '#domain/accounts/rate-limiter.ts';
import { chatConstants } from '#shared/constants/chat.ts';
import { socketConstants } from '#shared/constants/sockets.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** Tries per so many seconds. */
const budgets: Record<RateLimitName, { points: number; duration: number }> = {
  // From everywhere together: loose, so that a stranger with a few addresses keeps nobody out.
  'login-by-account': { points: 300, duration: 60 * 60 },
  'login-by-account-and-address': { points: 10, duration: 15 * 60 },
  // Of a browser that was logged in to the account before.
  'login-by-device': { points: 30, duration: 15 * 60 },
  // 300 players of a school behind one address, each of whom mistypes once.
  'login-by-address': { points: 600, duration: 15 * 60 },
  // Sessions of the app backend that have no account: each can leave a row when it is logged out.
  'anonymous-by-address': { points: 1_200, duration: 60 * 60 },
  // A school registers within a lesson; some names are taken.
  'register-by-address': { points: 500, duration: 60 * 60 },
  'register-by-account': { points: 20, duration: 60 * 60 },
  'guest-by-address': { points: 400, duration: 60 * 60 },
  'reset-by-account': { points: 3, duration: 60 * 60 },
  'reset-by-address': { points: 300, duration: 60 * 60 },
  // Links that were opened; a good one does not count.
  'link-by-address': { points: 100, duration: 60 * 60 },
  'comment-by-account': { points: 10, duration: 60 },
  'discussion-by-account': { points: 30, duration: 60 * 60 },
  // Each makes the whole text findable anew.
  'discussion-edit-by-account': { points: 30, duration: 10 * 60 },
  'discussion-comment-by-account': { points: 20, duration: 60 },
  'discussion-search-by-account': { points: 60, duration: 60 },
  // Of visitors: a whole school may be behind one.
  'discussion-search-by-address': { points: 120, duration: 60 },
  // Who asks and takes it back in turn shows up at somebody else's again and again.
  'friend-requests-by-account': { points: 60, duration: 60 * 60 },
  'chat-by-account': { points: chatConstants.perWindow, duration: chatConstants.windowMs / 1000 },
  // Each makes a session be read; who has all tabs open that there may be connects three times.
  'socket-connections-by-account': {
    points: 3 * socketConstants.perAccount,
    duration: socketConstants.eventsWindowMs / 1000,
  },
  // Each answer is 128 KB at most.
  'missed-by-account': {
    points: 3 * socketConstants.perAccount,
    duration: socketConstants.eventsWindowMs / 1000,
  },
  'socket-events-by-account': {
    points: socketConstants.eventsOfAccount,
    duration: socketConstants.eventsWindowMs / 1000,
  },
  // Who sends a file is known at its end.
  // Who goes from game to game and back leaves a row each time.
  'play-start-by-account': { points: 30, duration: 60 },
  'upload-by-address': { points: 300, duration: 60 * 60 },
  'upload-by-account': { points: 60, duration: 60 * 60 },
  // Pictures that took much work and came to nothing; each of the others gives its own back.
  'heavy-picture-by-account': { points: 10, duration: 60 * 60 },
  // Each asks the hosted service, which counts what we ask.
  'hosted-post-by-account': { points: 60, duration: 60 * 60 },
  // What clients of the wire ask for before they act; anybody can be many callers.
  'function-by-caller': { points: 60, duration: 60 },
  'function-by-address': { points: 300, duration: 60 },
  // Whole lists, each of them megabytes.
  'heavy-function-by-account': { points: 60, duration: 60 },
  // Of visitors: a whole school may be behind one.
  'heavy-function-by-address': { points: 600, duration: 60 },
  'upload-by-key': { points: 600, duration: 60 * 60 },
  // A walk through 10,000 files at a thousand a page, ten times over.
  'files-by-address': { points: 120, duration: 60 },
  // Questions that were never asked before: the source's plan has 20,000 calls a month for everybody.
  'games-database-by-address': { points: 30, duration: 60 * 60 },
  'games-database-by-address-daily': { points: 200, duration: 24 * 60 * 60 },
};

/** Counts in this process's memory. `scale` multiplies every budget, for made communities and tests. */
export function createRateLimiter(scale = 1): RateLimiter {
  const limiters = new Map(
    Object.entries(budgets).map(([name, { points, duration }]) => [
      name,
      new RateLimiterMemory({ keyPrefix: name, points: points * scale, duration }),
    ]),
  );
  return {
    async take(name, key) {
      try {
        await limiters.get(name)?.consume(key);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        throw new AppError('rate-limited', { retryAfterMs: error.msBeforeNext });
      }
    },
    async giveBack(name, key) {
      await limiters.get(name)?.reward(key, 1);
    },
    async reset(name, key) {
      await limiters.get(name)?.delete(key);
    },
  };
}
