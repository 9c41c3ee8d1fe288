import type { IncomingMessage } from 'node:http';
import { readLoginId } from '#domain/accounts/api-clients/read-login-id.ts';
import { readSession } from '#domain/accounts/sessions/read-session.ts';
import { isSecureOrigin, readSessionCookie } from '#domain/accounts/sessions/session-cookie.ts';
import type { Actor } from '#domain/base-context.ts';
import { proofInput } from '#shared/schemas/chat.ts';
import type { SocketServerOptions } from './socket-types.ts';

/** Whom a handshake let in. */
export interface Arrival {
  /** Null for nobody yet: who it is, is for the packet that comes next. */
  actor: Actor | null;
  address: string;
  origin: string;
}

/** Why somebody is refused: the plain code that is answered. */
export type Refused = 'foreign-origin' | 'login-required' | 'failed' | 'too-many-connections';

/**
 * Who connects: the account of the session whose cookie the request carries, from our own pages. What
 * sends no Origin is no page of another site, and is believed its cookie. Whoever has no cookie that
 * holds, and pages of `corsOrigins`, whose cookies are never looked at, come in as nobody yet.
 */
export async function readHandshake(
  { db, secret, clock, log, originOf, addressOf, corsOrigins }: SocketServerOptions,
  request: IncomingMessage,
): Promise<Arrival | Refused> {
  const ownOrigin = originOf(request);
  const nobody = { actor: null, address: addressOf(request), origin: ownOrigin };
  const { origin, cookie, 'sec-fetch-site': site } = request.headers;
  if (origin !== undefined && origin !== ownOrigin) {
    return corsOrigins.includes(origin) ? nobody : 'foreign-origin';
  }
  if (origin === undefined && (site ?? 'same-origin') !== 'same-origin') return 'foreign-origin';
  const secure = isSecureOrigin(ownOrigin);
  const value = readSessionCookie(cookie ?? null, secure);
  if (value === null) return nobody;
  try {
    const { actor } = await readSession({ db, secret, now: clock.now(), secure }, value);
    return { ...nobody, actor };
  } catch (error) {
    log.warn({ err: error }, 'a socket’s session could not be read');
    return 'failed';
  }
}

/**
 * Whom the loginId of a CONNECT packet proves, which must be its player by name, too; without one it is
 * still `actor`, whom a cookie proved.
 */
export async function readProof(
  { db, clock, log }: SocketServerOptions,
  proof: Record<string, unknown>,
  actor: Actor | null,
): Promise<Actor | Refused> {
  if (actor && proof.loginId === undefined) return actor;
  const { data } = proofInput.safeParse(proof);
  if (!data) return 'login-required';
  try {
    const proved = await readLoginId({ db, clock }, data.loginId);
    const named = proved?.username.toLowerCase() === data.username.toLowerCase();
    return proved && named ? proved : 'login-required';
  } catch (error) {
    log.warn({ err: error }, 'a socket’s loginId could not be read');
    return 'failed';
  }
}
