import type { Database } from '#database/client.ts';
import type { Mailer } from '#domain/accounts/emails/mailer.ts';
import type { PasswordHasher } from '#domain/accounts/passwords/password-hasher.ts';
import type { Presence } from '#domain/accounts/presence/presence.ts';
import type { RateLimiter } from '#domain/accounts/rate-limiter.ts';
import type { Covers } from '#domain/catalog/covers/get-cover.ts';
import type { CatalogProvider } from '#domain/catalog/provider/catalog-provider-port.ts';
import type { CachedProvider } from '#domain/catalog/provider/provider-with-stored-answers.ts';
import type { MessageWriter } from '#domain/chat/batched-message-writer.ts';
import type { Clock, Random, Rules } from '#domain/context-parts.ts';
import type { DiscussionCaches } from '#domain/discussions/lists/discussion-caches.ts';
import type { ImageProcessor } from '#domain/gallery/processing/image-processor.ts';
import type { FileStore } from '#domain/gallery/storage/file-store.ts';
import type { HostedFiles } from '#domain/gallery/storage/hosted-files.ts';
import type { TempDirs } from '#domain/gallery/storage/temp-dirs.ts';
import type { ReadCache } from '#domain/lib/cached-read.ts';
import type { FairQueues } from '#domain/lib/fair-queue-port.ts';
import type { KeyedQueue } from '#domain/lib/keyed-queue.ts';
import type { MarketCaches } from '#domain/market/market-caches.ts';
import type { Notifier } from '#domain/notifications/notify.ts';
import type { Config } from '../config/config.ts';
import type { AuditStatus } from '../jobs/audit-status.ts';
import type { EventHub } from './events.ts';
import type { Logger } from './log.ts';

/** The services of the process. The `Ctx` of each request is made from them. */
export interface Services {
  config: Config;
  db: Database;
  rules: Rules;
  clock: Clock;
  random: Random;
  rateLimiter: RateLimiter;
  mailer: Mailer;
  hasher: PasswordHasher;
  presence: Presence;
  catalogProvider: CatalogProvider | null;
  cachedProvider: CachedProvider | null;
  covers: Covers;
  publicOrigin: string;
  secret: string;
  banner: string | null;
  shareImage: string | null;
  events: EventHub;
  notifier: Notifier;
  messageWriter: MessageWriter;
  listingQueue: KeyedQueue;
  readCache: ReadCache;
  marketCaches: MarketCaches;
  discussionCaches: DiscussionCaches;
  fairQueues: FairQueues;
  fileStore: FileStore;
  tempDirs: TempDirs;
  imageProcessor: ImageProcessor;
  hostedFiles: HostedFiles | null;
  /** The result of the last audit on this node. */
  auditStatus: AuditStatus;
  log: Logger;
}
