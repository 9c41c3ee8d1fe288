import type { Mailer } from './accounts/emails/mailer.ts';
import type { PasswordHasher } from './accounts/passwords/password-hasher.ts';
import type { Presence } from './accounts/presence/presence.ts';
import type { RateLimiter } from './accounts/rate-limiter.ts';
import type { Actor, BaseCtx, Random, RequestFacts, Rules } from './base-context.ts';
import type { CachedProvider } from './catalog/provider/cached-provider.ts';
import type { CatalogProvider } from './catalog/provider/catalog-provider.ts';
import type { MessageWriter } from './chat/message-writer.ts';
import type { ImageProcessor } from './gallery/processing/image-processor.ts';
import type { FileStore } from './gallery/storage/file-store.ts';
import type { HostedFiles } from './gallery/storage/hosted-files.ts';
import type { TempDirs } from './gallery/storage/temp-dirs.ts';
import type { FairQueues } from './lib/fair-queue-port.ts';
import type { KeyedQueue } from './lib/keyed-queue.ts';
import type { Notifier } from './notifications/notify.ts';

/** Everything a use case needs from outside. One per request, made by the server; tests make their own. */
export interface Ctx extends BaseCtx {
  actor: Actor | null;
  rules: Rules;
  random: Random;
  request: RequestFacts;
  rateLimiter: RateLimiter;
  mailer: Mailer;
  hasher: PasswordHasher;
  presence: Presence;
  /** A games database beyond our own, for its pictures; null where none is set. */
  catalogProvider: CatalogProvider | null;
  /** The same with what is kept of its answers: what rules ask. */
  cachedProvider: CachedProvider | null;
  /** Scheme and host that links in mails start with: the operator's, never a request's. */
  publicOrigin: string;
  /** Signs session cookies and links. */
  secret: string;
  /** The address of the shop's banner picture; null before any picture was drawn. */
  banner: string | null;
  /** As `banner`, the picture that a page is shared with: a PNG of 1200 by 630. */
  sharePicture: string | null;
  notifier: Notifier;
  messageWriter: MessageWriter;
  listingQueue: KeyedQueue;
  fairQueues: FairQueues;
  fileStore: FileStore;
  tempDirs: TempDirs;
  imageProcessor: ImageProcessor;
  /** Where players' files go instead of to us; null where no such service is set. */
  hostedFiles: HostedFiles | null;
}
