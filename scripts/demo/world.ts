import { randomUUID } from 'node:crypto';
import { seeded } from '#catalog/art/random.ts';
import type { Database } from '#database/client.ts';
import { createPresence } from '#domain/accounts/presence/presence.ts';
import { logOut } from '#domain/accounts/sessions/log-out.ts';
import { readSession } from '#domain/accounts/sessions/read-session.ts';
import { readSessionCookie } from '#domain/accounts/sessions/session-cookie.ts';
import { startSession } from '#domain/accounts/sessions/start-session.ts';
import type { Actor, Rules } from '#domain/base-context.ts';
import { createMessageWriter } from '#domain/chat/message-writer.ts';
import type { Ctx } from '#domain/context.ts';
import { createKeyedQueue } from '#domain/lib/keyed-queue.ts';
import { createNotifier } from '#domain/notifications/notify.ts';
import { createFairQueues } from '#server/bootstrap/fair-queues.ts';

/** What the demonstration needs of the application. */
export interface DemoParts {
  db: Database;
  rules: Rules;
  hasher: Ctx['hasher'];
  secret: string;
  /** Where pictures are made and kept. */
  gallery: Pick<Ctx, 'fileStore' | 'tempDirs' | 'imageProcessor'>;
  /** The house's own drawings. */
  artDirectory: string;
  /** The moment that the past leads up to. */
  now: Date;
}

/** One player's view of the application: a clock and a chance of its own, no limits, no mail. */
export interface World {
  ctx: Ctx;
  /** Whole numbers of 0 to `below` - 1. */
  integer(below: number): number;
  chance(share: number): boolean;
  /** Moves the clock on; going back is the story's mistake. */
  moveTo(time: Date): void;
  wait(ms: number): void;
  /** Acts from now on as whom a Set-Cookie header let in. */
  enter(cookie: string): Promise<Actor>;
  /** Does `work` as the account `userId`, from a session of its own to its end. */
  as<T>(userId: string, work: () => Promise<T>): Promise<T>;
}

const silent = { info() {}, warn() {}, error() {} };

export function createWorld(parts: DemoParts, seed: string, start: Date): World {
  const random = seeded(seed);
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
    mailer: { delivers: false, async send() {} },
    hasher: parts.hasher,
    presence: createPresence(parts.db, clock),
    catalogProvider: null,
    cachedProvider: null,
    publicOrigin: 'http://localhost',
    secret: parts.secret,
    banner: null,
    sharePicture: null,
    events,
    notifier: createNotifier({ db: parts.db, clock, events, log: silent }),
    messageWriter: createMessageWriter({ db: parts.db, clock, events, log: silent }),
    listingQueue: createKeyedQueue(),
    fairQueues: createFairQueues(),
    ...parts.gallery,
    hostedFiles: null,
    log: silent,
  };
  const world: World = {
    ctx,
    integer,
    chance: (share) => random.between(0, 1) < share,
    moveTo(to) {
      if (to.getTime() < time) throw new Error('A demonstration cannot go back in time.');
      time = to.getTime();
    },
    wait(ms) {
      time += ms;
    },
    async enter(cookie) {
      const { db, secret } = ctx;
      const session = { db, secret, now: clock.now(), secure: false };
      const { actor } = await readSession(session, readSessionCookie(cookie, false) ?? '');
      if (!actor) throw new Error('The demonstration was not let in.');
      ctx.actor = actor;
      return actor;
    },
    async as(userId, work) {
      await world.enter(await startSession(ctx, userId));
      const answer = await work();
      await logOut(ctx);
      return answer;
    },
  };
  return world;
}
