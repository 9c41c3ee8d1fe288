import type { Database } from '#db/client.ts';
import type { Role } from '#shared/roles.ts';
import type { Limits } from './accounts/limits.ts';
import type { Mailer } from './accounts/mailer.ts';
import type { PasswordHasher } from './accounts/password-hasher.ts';
import type { Presence } from './accounts/presence.ts';
import type { GamesDatabase } from './catalogue/games-database.ts';
import type { GamesSource } from './catalogue/source/games-source.ts';
import type { MessageWriter } from './chat/message-writer.ts';
import type { Events } from './events.ts';
import type { FairQueues } from './fair-queues.ts';
import type { Turns } from './market/turns.ts';
import type { Notices } from './notices/notices.ts';
import type { FileStore } from './pictures/files.ts';
import type { HostedFiles } from './pictures/hosted-files.ts';
import type { PictureImages } from './pictures/images.ts';
import type { Workrooms } from './pictures/workrooms.ts';

/** Who acts: the account of the request's session, as the session query read it. */
export interface Actor {
  id: string;
  /** As typed at registration. */
  username: string;
  name: string;
  profilePic: string;
  role: Role;
  /** Cents, when the request began. */
  balance: number;
  /** Whether today's (UTC) daily reward was claimed when the request began. */
  rewardClaimed: boolean;
  sessionId: string;
  /** Null for a guest. */
  registeredAt: Date | null;
}

/** What the operator set that rules depend on. Money in cents, times in milliseconds. */
export interface Rules {
  gamePriceCents: number;
  topUpDailyCents: number;
  playCycleMs: number;
  /** Cards an account may be awarded a day; 0 for no limit. */
  awardsPerDay: number;
  /** Of the price, 0 to 50; what the seller pays is rounded down. */
  marketFeePercent: number;
}

export interface Clock {
  now(): Date;
}

export interface Random {
  /** An evenly distributed integer of 0 to `below` - 1. */
  integer(below: number): number;
}

/** Where a request came from and what it calls itself. */
export interface RequestFacts {
  id: string;
  /** The client's address, IPv6 by its /64 network. */
  address: string;
  /**
   * Scheme and host that the request came to; decides whether cookies are Secure. The client names the
   * host, so nothing that is sent to somebody else may be made of it: that is `Ctx.publicOrigin`.
   */
  origin: string;
  userAgent: string | null;
  /** The value of the cookie by which a browser is known that was logged in before. */
  deviceCookie?: string | null;
}

export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Everything a use case needs from outside. One per request, made by the server; tests make their own. */
export interface Ctx {
  db: Database;
  actor: Actor | null;
  rules: Rules;
  clock: Clock;
  random: Random;
  request: RequestFacts;
  limits: Limits;
  mailer: Mailer;
  hasher: PasswordHasher;
  presence: Presence;
  /** A games database beyond our own, for its pictures; null where none is set. */
  gamesDatabase: GamesDatabase | null;
  /** The same with what is kept of its answers: what rules ask. */
  gamesSource: GamesSource | null;
  /** Scheme and host that links in mails start with: the operator's, never a request's. */
  publicOrigin: string;
  /** Signs session cookies and links. */
  secret: string;
  /** The address of the shop's banner picture; null before any picture was drawn. */
  banner: string | null;
  /** As `banner`, the picture that a page is shared with: a PNG of 1200 by 630. */
  sharePicture: string | null;
  events: Events;
  notices: Notices;
  messages: MessageWriter;
  turns: Turns;
  queues: FairQueues;
  files: FileStore;
  workrooms: Workrooms;
  images: PictureImages;
  /** Where players' files go instead of to us; null where no such service is set. */
  hostedFiles: HostedFiles | null;
  log: Log;
}
