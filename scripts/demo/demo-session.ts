import { randomUUID } from 'node:crypto';
import { createSeededRandom } from '#catalog/seeded-random.ts';
import type { Database } from '#database/client.ts';
import { createPresence } from '#domain/accounts/presence/presence.ts';
import { logOut } from '#domain/accounts/sessions/log-out.ts';
import { readSession } from '#domain/accounts/sessions/read-session.ts';
import { startSession } from '#domain/accounts/sessions/start-session.ts';
import type { Actor } from '#domain/actor.ts';
import type { Rules } from '#domain/base-context.ts';
import { createMessageWriter } from '#domain/chat/batched-message-writer.ts';
import type { Ctx } from '#domain/context.ts';
import { createDiscussionCaches } from '#domain/discussions/lists/discussion-caches.ts';
import { createReadCache } from '#domain/lib/cached-read.ts';
import { createKeyedQueue } from '#domain/lib/keyed-queue.ts';
import { createMarketCaches } from '#domain/market/market-caches.ts';
import { createNotifier } from '#domain/notifications/notifier.ts';
import { createEncryption } from '#domain/secrets/encryption.ts';
import { noServerOperations } from '#domain/system/no-server-operations.ts';
import { createWebPushService } from '#integrations/web-push/web-push-service.ts';
import { createFairQueues } from '#server/bootstrap/fair-queues.ts';

/** The parts of the application that the demo data needs. */
export interface DemoParts {
  db: Database;
  rules: Rules;
  hasher: Ctx['accounts']['hasher'];
  keys: Ctx['keys'];
  /** The ports that process and store pictures. */
  gallery: Omit<Ctx['gallery'], 'externalFiles'>;
  /** The folder of the drawn pictures of the catalog. */
  artDirectory: string;
  /** The end of the generated history. */
  now: Date;
}

/** A context for use cases with its own clock and random numbers, without rate limits and mail. */
export interface DemoSession {
  ctx: Ctx;
  /** A random whole number from 0 to `below` - 1. */
  integer(below: number): number;
  /** True with the probability `share` (0 to 1). */
  chance(share: number): boolean;
  /** Moves the clock forward. @throws Error when `time` is in the past. */
  moveTo(time: Date): void;
  wait(ms: number): void;
  /** Sets the actor to the account of a session, given by its Set-Cookie header. */
  logIn(cookie: string): Promise<Actor>;
  /** Runs `work` as the account `userId`, in a session that ends afterwards. */
  as<T>(userId: string, work: () => Promise<T>): Promise<T>;
}

const silent = { info() {}, warn() {}, error() {} };

export function createDemoSession(parts: DemoParts, seed: string, start: Date): DemoSession {
  const random = createSeededRandom(seed);
  const integer = (below: number) => Math.floor(random.between(0, below));
  let time = start.getTime();
  const clock = { now: () => new Date(time) };
  const events = { publish() {} };
  const ctx: Ctx = {
    db: parts.db,
    actor: null,
    rules: parts.rules,
    clock,
    random: { integer },
    request: {
      id: randomUUID(),
      address: '127.0.0.1',
      origin: 'http://localhost',
      userAgent: 'Guildhall demonstration',
    },
    rateLimiter: { async take() {}, async giveBack() {}, async reset() {} },
    accounts: {
      mailer: { canDeliver: false, async send() {} },
      hasher: parts.hasher,
      presence: createPresence(parts.db, clock),
      securityLog: { record() {} },
      signOn: null,
    },
    notifications: { push: createWebPushService() },
    catalog: {
      provider: null,
      cachedProvider: null,
      covers: { find: async () => null, findBundledFallback: async () => null },
      cardGlyphs: { names: [], version: '' },
    },
    site: { origin: 'http://localhost', gamesOrigin: null, banner: null, shareImage: null },
    keys: parts.keys,
    // No account of the demonstration has a second factor.
    encryption: createEncryption(['guildhall demonstration without encrypted secrets']),
    events,
    notifier: createNotifier({ db: parts.db, events, log: silent }),
    chat: { writer: createMessageWriter({ db: parts.db, clock, events, log: silent }) },
    market: { listingQueue: createKeyedQueue(), caches: createMarketCaches(clock) },
    readCache: createReadCache(clock),
    discussions: { caches: createDiscussionCaches(clock) },
    fairQueues: createFairQueues(),
    gallery: { ...parts.gallery, externalFiles: null },
    operations: noServerOperations,
    log: silent,
  };
  const session: DemoSession = {
    ctx,
    integer,
    chance: (share) => random.between(0, 1) < share,
    moveTo(to) {
      if (to.getTime() < time) throw new Error('The clock of a demo session cannot go back.');
      time = to.getTime();
    },
    wait(ms) {
      time += ms;
    },
    async logIn(cookie) {
      const { actor } = await readSession(ctx, { ...ctx.request, cookies: cookie });
      if (!actor) throw new Error('The demo session has no actor.');
      ctx.actor = actor;
      return actor;
    },
    async as(userId, work) {
      await session.logIn(await startSession(ctx, userId, { method: 'password' }));
      const answer = await work();
      await logOut(ctx);
      return answer;
    },
  };
  return session;
}
