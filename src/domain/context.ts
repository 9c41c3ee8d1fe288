import type { Mailer } from './accounts/emails/mailer.ts';
import type { PasswordHasher } from './accounts/passwords/password-hasher.ts';
import type { Presence } from './accounts/presence/presence.ts';
import type { RateLimiter } from './accounts/rate-limiter.ts';
import type { SecurityLog } from './accounts/security-log.ts';
import type { SignOn } from './accounts/sign-on/sign-on-settings.ts';
import type { Actor } from './actor.ts';
import type { BaseCtx, Random, RequestInfo, Rules } from './base-context.ts';
import type { Covers } from './catalog/covers/get-cover.ts';
import type { CatalogProvider } from './catalog/provider/catalog-provider-port.ts';
import type { CachedProvider } from './catalog/provider/provider-with-stored-answers.ts';
import type { MessageWriter } from './chat/batched-message-writer.ts';
import type { DiscussionCaches } from './discussions/lists/discussion-caches.ts';
import type { ImageProcessor } from './gallery/processing/image-processor.ts';
import type { ExternalFiles } from './gallery/storage/external-files.ts';
import type { FileStore } from './gallery/storage/file-store.ts';
import type { TempDirs } from './gallery/storage/temp-dirs.ts';
import type { ReadCache } from './lib/cached-read.ts';
import type { FairQueues } from './lib/fair-queue-port.ts';
import type { KeyedQueue } from './lib/keyed-queue.ts';
import type { MarketCaches } from './market/market-caches.ts';
import type { Notifier } from './notifications/notifier.ts';
import type { PushService } from './notifications/push/push-service.ts';
import type { Encryption } from './secrets/encryption.ts';
import type { Keys } from './secrets/keys.ts';
import type { ServerOperations } from './system/server-operations.ts';

/** The icons of the build that editors choose for cards. Empty before its pictures are drawn. */
export interface CardGlyphs {
  names: readonly string[];
  /** The version of all drawn cards, which is in their paths. */
  version: string;
}

/** Everything that a use case needs from outside. The server creates one per request. */
export interface Ctx extends BaseCtx {
  /** Null for a visitor. */
  actor: Actor | null;
  /** The limits of what is in `db`, in keys of caches; null if every game is. See `ReaderLimits`. */
  limitsKey: string | null;
  /** What readers for whom some games do not exist read from. */
  limitedReads: LimitedReads;
  rules: Rules;
  random: Random;
  request: RequestInfo;
  rateLimiter: RateLimiter;
  fairQueues: FairQueues;
  /** The results of reads that are the same for everybody, see `cachedRead`. */
  readCache: ReadCache;
  notifier: Notifier;
  /** Signs cookies, tokens and uploads. */
  keys: Keys;
  /** Encrypts secrets that the database stores. */
  encryption: Encryption;
  site: SiteFacts;
  accounts: {
    mailer: Mailer;
    hasher: PasswordHasher;
    presence: Presence;
    securityLog: SecurityLog;
    /** Null if no provider of single sign-on is configured. */
    signOn: SignOn | null;
    /** Reads again which provider admins have set. Missing if it never changes. */
    refreshSignOn?(): Promise<void>;
  };
  catalog: {
    /** The external source of games, used directly for its pictures only; null if none is configured. */
    provider: CatalogProvider | null;
    /** The same source with its answers cached; use cases query this one. */
    cachedProvider: CachedProvider | null;
    /** Reads again which key admins have set. Missing if it never changes. */
    refreshProvider?(): Promise<void>;
    covers: Covers;
    cardGlyphs: CardGlyphs;
  };
  chat: { writer: MessageWriter };
  market: {
    /** Purchases of one listing, and changes of one order book, wait here for each other. */
    listingQueue: KeyedQueue;
    caches: MarketCaches;
  };
  discussions: { caches: DiscussionCaches };
  notifications: { push: PushService };
  gallery: {
    fileStore: FileStore;
    /** Reads again which bucket admins have set. Missing if it never changes. */
    refreshFiles?(): Promise<void>;
    tempDirs: TempDirs;
    imageProcessor: ImageProcessor;
    /** The external file service that stores players' pictures; null if we store them. */
    externalFiles: ExternalFiles | null;
  };
  /** For administrators of the site. */
  operations: ServerOperations;
}

/** The parts of a context that differ for readers with limits: what they read, and the caches of it. */
export type ReadParts = Pick<Ctx, 'db' | 'readCache' | 'market' | 'discussions' | 'limitsKey'>;

/** Provides what readers read from for whom some games do not exist. */
export interface LimitedReads {
  /** The parts for an actor, or for visitors. */
  of(actor: Actor | null): ReadParts;
  /** The parts without a limit. */
  readonly unlimited: ReadParts;
}

/** What pages and mails need to know about this site. */
export interface SiteFacts {
  /** Scheme and host of links in mails. It comes from the configuration, never from a request. */
  origin: string;
  /** Scheme and host of uploaded web games, another site than ours; null if they are off. */
  gamesOrigin: string | null;
  /** The URL of the shop's banner; null until the bundled art exists. */
  banner: string | null;
  /** The URL of the site's share image, a PNG of 1200 × 630; null until the bundled art exists. */
  shareImage: string | null;
}
