import type { Database } from '#database/client.ts';
import type { Events } from './events.ts';

/** The operator's settings that rules depend on. Money in cents, times in milliseconds. */
export interface Rules {
  gamePriceCents: number;
  topUpDailyCents: number;
  playCycleMs: number;
  /** How many cards an account can be awarded a UTC day; 0 for no limit. */
  awardsPerDay: number;
  /** The market fee in percent of the price, 0 to 50. The fee is rounded down to a cent. */
  marketFeePercent: number;
  /** Bounds of the files that owners of games of the site download. Without `totalBytesMax` none can be added. */
  downloads: { fileBytesMax: number; perGameMax: number; totalBytesMax: number };
}

export interface Clock {
  now(): Date;
}

export interface Random {
  /** A uniformly distributed integer from 0 to `below` - 1. */
  integer(below: number): number;
}

/** Where a request came from, and the headers that rules need. */
export interface RequestInfo {
  id: string;
  /** The client's IP address; for IPv6 its /64 network. */
  address: string;
  /**
   * Scheme and host of the request. It decides whether cookies are Secure. The client chooses the host,
   * so links that are sent to others use `Ctx.site.origin` instead.
   */
  origin: string;
  userAgent: string | null;
  /** The value of the known-device cookie of a browser that was logged in before. */
  deviceCookie?: string | null;
  /** The value of the cookie with the announcement that this browser has hidden. */
  hiddenAnnouncement?: string | null;
  /** The value of the cookie of a login that waits for its second factor. */
  pendingLogin?: string | null;
  /** The value of the cookie of a challenge that a passkey is to sign. */
  passkeyChallenge?: string | null;
  /** The values of the cookies of single sign-on. */
  signOn?: Readonly<Record<'sign-on' | 'sign-up', string | null>>;
}

export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** The part of `Ctx` that the other members of `Ctx` are built from. */
export interface BaseCtx {
  db: Database;
  clock: Clock;
  events: Events;
  log: Log;
}
