import { randomInt } from 'node:crypto';
import path from 'node:path';
import type { Database } from '#database/client.ts';
import { createPresence } from '#domain/accounts/presence/presence.ts';
import type { Actor, Clock, RequestFacts } from '#domain/base-context.ts';
import { createCachedProvider } from '#domain/catalog/provider/cached-provider.ts';
import { createMessageWriter } from '#domain/chat/message-writer.ts';
import type { Ctx } from '#domain/context.ts';
import { createKeyedQueue } from '#domain/lib/keyed-queue.ts';
import { createNotifier } from '#domain/notifications/notify.ts';
import { createHasher } from '#integrations/argon2/password-hasher.ts';
import { createFolderMailer } from '#integrations/disk/mail-folder.ts';
import { createRateLimiter } from '#integrations/rate-limiter/rate-limiter.ts';
import { createRawg } from '#integrations/rawg/rawg-client.ts';
import { createSmtpMailer } from '#integrations/smtp/mailer.ts';
import type { Config } from '../config/config.ts';
import { readSecret } from '../config/secrets.ts';
import { createAuditStatus } from '../jobs/audit-status.ts';
import { createEvents } from './events.ts';
import { createFairQueues } from './fair-queues.ts';
import type { Logger } from './log.ts';
import { openCovers } from './open-covers.ts';
import { openGalleryStorage } from './open-gallery-storage.ts';

import type { Services } from './services.ts';

/** Makes the services over an open database; `pictures` are the addresses of the house's own. */
export async function createServices(
  config: Config,
  db: Database,
  log: Logger,
  pictures: Pick<Services, 'banner' | 'sharePicture'>,
): Promise<Services> {
  const clock: Clock = { now: () => new Date() };
  const limits = createRateLimiter();
  const events = createEvents(log);
  const database = config.RAWG_API_KEY
    ? createRawg({ url: config.RAWG_URL, key: config.RAWG_API_KEY, log })
    : null;
  return {
    config,
    db,
    rules: {
      gamePriceCents: config.GAME_PRICE,
      topUpDailyCents: config.TOP_UP_DAILY,
      playCycleMs: config.PLAY_CYCLE_MS,
      awardsPerDay: config.AWARDS_PER_DAY,
      marketFeePercent: config.MARKET_FEE_PERCENT,
    },
    clock,
    random: { integer: (below) => randomInt(below) },
    rateLimiter: limits,
    mailer: config.SMTP_URL
      ? createSmtpMailer(config.SMTP_URL, log)
      : createFolderMailer(path.join(config.DATA_DIR, 'mail'), log),
    hasher: createHasher(),
    presence: createPresence(db, clock),
    catalogProvider: database,
    cachedProvider:
      database && createCachedProvider({ database, db, clock, rateLimiter: limits, log }),
    covers: openCovers({ config, db, clock, log, catalogProvider: database }),
    publicOrigin: config.ORIGIN ?? `http://localhost:${config.PORT}`,
    secret: await readSecret(config.DATA_DIR),
    banner: pictures.banner,
    sharePicture: pictures.sharePicture,
    events,
    notifier: createNotifier({ db, clock, events, log }),
    messageWriter: createMessageWriter({ db, clock, events, log }),
    listingQueue: createKeyedQueue(),
    fairQueues: createFairQueues(),
    ...openGalleryStorage(config, log),
    auditStatus: createAuditStatus(),
    log,
  };
}

/** The context of one request. */
export function createCtx(services: Services, request: RequestFacts, actor: Actor | null): Ctx {
  const { db, rules, clock, random, rateLimiter, mailer, hasher, presence } = services;
  const { catalogProvider, cachedProvider, publicOrigin, secret, banner, sharePicture } = services;
  const {
    events,
    notifier,
    messageWriter,
    listingQueue,
    fairQueues,
    fileStore,
    tempDirs,
    imageProcessor,
    hostedFiles,
  } = services;
  const log = services.log.child({ requestId: request.id });
  return {
    db,
    rules,
    clock,
    random,
    rateLimiter,
    mailer,
    hasher,
    presence,
    catalogProvider,
    cachedProvider,
    publicOrigin,
    secret,
    banner,
    sharePicture,
    events,
    notifier,
    messageWriter,
    listingQueue,
    fairQueues,
    fileStore,
    tempDirs,
    imageProcessor,
    hostedFiles,
    actor,
    request,
    log,
  };
}
