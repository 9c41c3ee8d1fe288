import type { IncomingMessage } from 'node:http';
import { readLoginId } from '#domain/accounts/api-clients/login-id-tokens/read-login-id.ts';
import { readSession } from '#domain/accounts/sessions/read-session.ts';
import type { Actor } from '#domain/actor.ts';
import { isPartOn } from '#domain/site/site-parts.ts';
import { socketCredentials } from '#shared/schemas/chat-socket.ts';
import type { SocketServerOptions } from './socket-types.ts';

/** An accepted handshake. */
export interface Handshake {
  /** Null if the cookie authenticates no account; then the CONNECT packet must. */
  actor: Actor | null;
  address: string;
  origin: string;
}

/** Why a connection is rejected; the client gets this code. */
export type RejectionCode = 'foreign-origin' | 'login-required' | 'failed' | 'too-many-connections';

/**
 * Authenticates a handshake by the session cookie if it comes from our own pages. A request without an
 * Origin header is not from a page of another site, so its cookie counts too. Without a valid cookie, and
 * for pages of `corsOrigins`, whose cookies are ignored, the handshake is accepted without an actor.
 */
export async function readHandshake(
  options: SocketServerOptions,
  request: IncomingMessage,
): Promise<Handshake | RejectionCode> {
  const { log, getOrigin, getAddress, corsOrigins } = options;
  if (options.isForeignHost(request)) return 'foreign-origin';
  const ownOrigin = getOrigin(request);
  const unauthenticated = { actor: null, address: getAddress(request), origin: ownOrigin };
  const { origin, cookie: cookies, 'sec-fetch-site': site } = request.headers;
  // Some browsers are set to hide addresses, also those of our own pages.
  const isHidden = origin === 'null' && site === 'same-origin';
  if (origin !== undefined && origin !== ownOrigin && !isHidden) {
    return corsOrigins.includes(origin) ? unauthenticated : 'foreign-origin';
  }
  if (origin === undefined && (site ?? 'same-origin') !== 'same-origin') return 'foreign-origin';
  try {
    const { actor } = await readSession(options, { ...unauthenticated, cookies });
    return { ...unauthenticated, actor };
  } catch (error) {
    log.warn({ err: error }, 'a socket’s session could not be read');
    return 'failed';
  }
}

/**
 * Authenticates a CONNECT packet by its loginId, whose player must have the username of the packet. Without
 * a loginId the actor of the cookie stays.
 */
export async function authenticateConnectPacket(
  options: SocketServerOptions,
  credentials: Record<string, unknown>,
  actor: Actor | null,
): Promise<Actor | RejectionCode> {
  const { db, clock, log } = options;
  if (actor && credentials.loginId === undefined) return actor;
  const { data } = socketCredentials.safeParse(credentials);
  if (!data) return 'login-required';
  try {
    if (!(await isPartOn(options, 'realmApi'))) return 'login-required';
    const player = await readLoginId({ db, clock }, data.loginId);
    const isNamed = player?.username.toLowerCase() === data.username.toLowerCase();
    return player && isNamed ? player : 'login-required';
  } catch (error) {
    log.warn({ err: error }, 'a socket’s loginId could not be read');
    return 'failed';
  }
}
