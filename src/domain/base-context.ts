import type { Database } from '#database/client.ts';
import type { Role } from '#shared/constants/roles.ts';
import type { Events } from './events.ts';

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

/** The part of `Ctx` that its own members are built from. */
export interface BaseCtx {
  db: Database;
  clock: Clock;
  events: Events;
  log: Log;
}
