import type { Mailer } from './accounts/emails/mailer.ts';
import type { PasswordHasher } from './accounts/passwords/password-hasher.ts';
import type { Presence } from './accounts/presence/presence.ts';
import type { RateLimiter } from './accounts/rate-limiter.ts';
import type { CatalogProvider } from './catalog/provider/catalog-provider-port.ts';
import type { CachedProvider } from './catalog/provider/provider-with-stored-answers.ts';
import type { MessageWriter } from './chat/batched-message-writer.ts';
import type { Actor, BaseCtx, Random, RequestInfo, Rules } from './context-parts.ts';
import type { DiscussionCaches } from './discussions/lists/discussion-caches.ts';
import type { ImageProcessor } from './gallery/processing/image-processor.ts';
import type { FileStore } from './gallery/storage/file-store.ts';
import type { HostedFiles } from './gallery/storage/hosted-files.ts';
import type { TempDirs } from './gallery/storage/temp-dirs.ts';
import type { ReadCache } from './lib/cached-read.ts';
import type { FairQueues } from './lib/fair-queue-port.ts';
import type { KeyedQueue } from './lib/keyed-queue.ts';
import type { MarketCaches } from './market/market-caches.ts';
import type { Notifier } from './notifications/notify.ts';

/** Everything that a use case needs from outside. The server creates one per request. */
export interface Ctx extends BaseCtx {
  /** Null for a visitor. */
  actor: Actor | null;
  rules: Rules;
  random: Random;
  request: RequestInfo;
  rateLimiter: RateLimiter;
  mailer: Mailer;
  hasher: PasswordHasher;
  presence: Presence;
  /** The external source of games, used directly for its pictures only; null if none is configured. */
  catalogProvider: CatalogProvider | null;
  /** The same source with its answers cached; use cases query this one. */
  cachedProvider: CachedProvider | null;
  /** Scheme and host of links in mails. It comes from the configuration, never from a request. */
  publicOrigin: string;
  /** Signs session cookies and links. */
  secret: string;
  /** The address of the shop's banner; null until the bundled art exists. */
  banner: string | null;
  /** The address of the site's share image, a PNG of 1200 × 630; null until the bundled art exists. */
  shareImage: string | null;
  notifier: Notifier;
  messageWriter: MessageWriter;
  listingQueue: KeyedQueue;
  /** The results of reads that are the same for everybody, see `cachedRead`. */
  readCache: ReadCache;
  marketCaches: MarketCaches;
  discussionCaches: DiscussionCaches;
  fairQueues: FairQueues;
  fileStore: FileStore;
  tempDirs: TempDirs;
  imageProcessor: ImageProcessor;
  /** The external file service that stores players' pictures; null if we store them. */
  hostedFiles: HostedFiles | null;
}
