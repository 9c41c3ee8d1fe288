import { randomInt, randomUUID } from 'node:crypto';
import type { Database } from '#database/client.ts';
import { openReadDatabase } from '#database/read-database.ts';
import { createPresence } from '#domain/accounts/presence/presence.ts';
import { createSecurityLog } from '#domain/accounts/security-log.ts';
import type { Actor } from '#domain/actor.ts';
import type { Clock, RequestInfo, Rules } from '#domain/base-context.ts';
import { createMessageWriter } from '#domain/chat/batched-message-writer.ts';
import type { Ctx, SiteFacts } from '#domain/context.ts';
import { createDiscussionCaches } from '#domain/discussions/lists/discussion-caches.ts';
import { createReadCache } from '#domain/lib/cached-read.ts';
import { createKeyedQueue } from '#domain/lib/keyed-queue.ts';
import { createMarketCaches } from '#domain/market/market-caches.ts';
import { createNotifier } from '#domain/notifications/notifier.ts';
import { preparePushKeys } from '#domain/notifications/push/push-keys.ts';
import { startWithEncryptionKeys } from '#domain/system/nodes/start-with-encryption-keys.ts';
import { serviceRead } from '#domain/system/services/service-changes.ts';
import { createPasswordHasher } from '#integrations/argon2/password-hasher.ts';
import { createWebPushService } from '#integrations/web-push/web-push-service.ts';
import { type Config, ConfigError } from '../config/config.ts';
import { openEncryption, placeOfEncryptionKey } from '../config/open-encryption.ts';
import { openKeys } from '../config/open-keys.ts';
import { createAuditStatus } from '../jobs/audit-status.ts';
import { getArtDirectory } from './art-directory.ts';
import { readCardGlyphs } from './card-icons.ts';
import { connectNodes, type NodeOptions } from './connect-nodes.ts';
import { createFairQueues } from './fair-queues.ts';
import type { Logger } from './log.ts';
import { openCatalogProvider } from './open-catalog-provider.ts';
import { openCovers } from './open-covers.ts';
import { openFileStorage } from './open-file-storage.ts';
import { openGalleryStorage } from './open-gallery-storage.ts';
import { openLimitedReads } from './open-limited-reads.ts';
import { openMailer } from './open-mailer.ts';
import { openServerOperations } from './open-server-operations.ts';
import { openSignOn } from './open-sign-on.ts';
import { readSiteLimits } from './read-site-limits.ts';
import type { Services } from './services.ts';

/** The events after which a cache is filled again. */
const outdatingEvents = new Set(['read-outdated', 'content-removed', 'resynchronize']);

/**
 * Creates the services over an open database. `pictures` are the paths of the site's own pictures. By
 * default this is the only process on its database.
 */
export async function createServices(
  config: Config,
  db: Database,
  log: Logger,
  pictures: Pick<SiteFacts, 'banner' | 'shareImage'>,
  nodes: NodeOptions = { direct: null, servesRequests: true },
): Promise<Services> {
  const clock: Clock = { now: () => new Date() };
  const encryption = await openEncryption(config);
  const node = { id: randomUUID(), keyIds: encryption.keyIds };
  const keyOfOthers = await startWithEncryptionKeys(
    { db, clock, log, encryption },
    { id: node.id, mayHaveOthers: nodes.direct !== null, servesRequests: nodes.servesRequests },
  );
  if (keyOfOthers !== null) {
    throw new ConfigError(
      `Another node encrypts with the key ${keyOfOthers}, which this node does not have. Its own key is ` +
        `${encryption.keyIds[0]}, from ${placeOfEncryptionKey(config)}. Set the same GUILDHALL_SECRET on all nodes, or ` +
        'stop the others and start this one again after 30 seconds.',
    );
  }
  const { rateLimiter, events } = await connectNodes({ config, db, log, node, ...nodes });
  const readCache = createReadCache(clock);
  const reads = config.DATABASE_READ_URL
    ? openReadDatabase({ url: config.DATABASE_READ_URL, primary: db })
    : null;
  events.listen((event) => {
    // What is read again now must not be older than the change.
    if (outdatingEvents.has(event.type)) reads?.preferPrimary();
    if (event.type === 'read-outdated') readCache.delete(event.read);
    else if (event.type === 'resynchronize') readCache.clear();
  });
  const storage = await openFileStorage({ config, db, log, encryption });
  const gallery = openGalleryStorage(config, log, storage);
  const notifications = { push: createWebPushService() };
  await preparePushKeys({ db, clock, log, encryption, notifications });
  const provider = await openCatalogProvider({ config, db, clock, rateLimiter, log, encryption });
  const parts = {
    accounts: await openAccounts({
      config,
      db,
      clock,
      log,
      encryption,
      isFirstOfInstance: config.WEB_PROCESSES === 1 || !nodes.servesRequests,
    }),
    // Its getters would be lost in a copy.
    catalog: Object.assign(provider, {
      covers: openCovers({
        ...{ config, db, clock, log },
        provider: () => provider.provider,
        fileStore: gallery.fileStore,
      }),
      cardGlyphs: await readCardGlyphs(getArtDirectory()),
    }),
    gallery,
  };
  const unlimited = {
    db,
    readCache,
    market: { listingQueue: createKeyedQueue(), caches: createMarketCaches(clock) },
    discussions: { caches: createDiscussionCaches(clock) },
    limitsKey: null,
  };
  const refreshes = [
    [serviceRead('mail'), () => parts.accounts.mailer.refresh?.()],
    [serviceRead('games'), () => parts.catalog.refreshProvider()],
    [serviceRead('sign-on'), () => parts.accounts.refreshSignOn?.()],
    [serviceRead('files'), () => storage.refresh()],
  ] as const;
  events.listen((event) => {
    for (const [read, refresh] of refreshes) {
      const isChanged = event.type === 'read-outdated' && event.read === read;
      if (!isChanged && event.type !== 'resynchronize') continue;
      refresh()?.catch((error: unknown) =>
        log.warn({ err: error, read }, 'the settings of a service could not be read again'),
      );
    }
  });
  return {
    config,
    ...unlimited,
    limitedReads: openLimitedReads({
      db,
      clock,
      log,
      events,
      unlimited,
      site: await readSiteLimits(db),
    }),
    rules: readRules(config),
    clock,
    random: { integer: (below) => randomInt(below) },
    rateLimiter,
    fairQueues: createFairQueues(),
    notifier: createNotifier({ db, events, log }),
    keys: await openKeys(config, { db, clock, log }),
    encryption,
    site: {
      origin: config.ORIGIN ?? `http://localhost:${config.PORT}`,
      gamesOrigin: config.GAMES_ORIGIN ?? null,
      ...pictures,
    },
    ...parts,
    chat: { writer: createMessageWriter({ db, clock, events, log }) },
    notifications,
    operations: openServerOperations({ config, db, storage, ...parts }),
    events,
    reads,
    auditStatus: createAuditStatus(),
    log,
  };
}

/** The prices and limits of the configuration. */
export function readRules(config: Config): Rules {
  return {
    gamePriceCents: config.GAME_PRICE,
    topUpDailyCents: config.TOP_UP_DAILY,
    playCycleMs: config.PLAY_CYCLE_MS,
    awardsPerDay: config.AWARDS_PER_DAY,
    marketFeePercent: config.MARKET_FEE_PERCENT,
    downloads: {
      fileBytesMax: config.DOWNLOAD_FILE_MB * 1_000_000,
      perGameMax: config.DOWNLOADS_PER_GAME,
      totalBytesMax: config.DOWNLOADS_TOTAL_GB * 1_000_000_000,
    },
  };
}

async function openAccounts({
  config,
  db,
  clock,
  log,
  encryption,
  isFirstOfInstance,
}: Pick<Services, 'config' | 'db' | 'clock' | 'log' | 'encryption'> & {
  isFirstOfInstance: boolean;
}): Promise<Ctx['accounts']> {
  // The same object for the life of the process: single sign-on can become another one in it.
  return Object.assign(await openSignOn({ config, db, log, encryption }), {
    mailer: await openMailer({ config, db, log, encryption, isFirstOfInstance }),
    hasher: createPasswordHasher(),
    presence: createPresence(db, clock),
    securityLog: createSecurityLog({ log, clock }),
  });
}

/** Creates the context of one request. `db` is another database for its reads, if every game exists for its reader. */
export function createCtx(
  services: Services,
  request: RequestInfo,
  actor: Actor | null,
  db = services.db,
): Ctx {
  const { config: _config, auditStatus: _auditStatus, reads: _reads, ...shared } = services;
  const log = services.log.child({ requestId: request.id });
  const parts = services.limitedReads.of(actor);
  if (parts.limitsKey !== null) return { ...shared, ...parts, actor, request, log };
  return { ...shared, db, actor, request, log };
}
