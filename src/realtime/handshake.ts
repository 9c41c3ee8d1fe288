import type { IncomingMessage } from 'node:http';
import { readSession } from '#domain/accounts/read-session.ts';
import { isSecureOrigin, readSessionCookie } from '#domain/accounts/session-cookie.ts';
import type { Actor } from '#domain/context.ts';
import type { DoorParts } from './door.ts';

/** Whom a handshake let in. */
export interface Arrival {
  actor: Actor;
  address: string;
  origin: string;
}

/** Why a handshake is refused: the plain code that it is answered with. */
export type Refused = 'foreign-origin' | 'login-required' | 'failed';

/**
 * Who connects: the account of the session whose cookie the request carries, from our own pages. What
 * sends no Origin is no page of another site, and is believed its cookie.
 */
export async function readHandshake(
  { db, secret, clock, log, originOf, addressOf }: DoorParts,
  request: IncomingMessage,
): Promise<Arrival | Refused> {
  const ownOrigin = originOf(request);
  const { origin, cookie } = request.headers;
  const site = request.headers['sec-fetch-site'] ?? 'same-origin';
  if (origin === undefined ? site !== 'same-origin' : origin !== ownOrigin) return 'foreign-origin';
  const secure = isSecureOrigin(ownOrigin);
  const value = readSessionCookie(cookie ?? null, secure);
  if (value === null) return 'login-required';
  try {
    const { actor } = await readSession({ db, secret, now: clock.now(), secure }, value);
    return actor ? { actor, address: addressOf(request), origin: ownOrigin } : 'login-required';
  } catch (error) {
    log.warn({ err: error }, 'a socket’s session could not be read');
    return 'failed';
  }
}
