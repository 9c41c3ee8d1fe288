import { and, eq, isNull, sql } from 'drizzle-orm';
import { parse } from 'hono/utils/cookie';
import type { Database } from '#database/client.ts';
import { nullable, timestamptz, uuid } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { sessions } from '#database/schema.ts';
import { isModeratorRole } from '#shared/constants/accounts/roles.ts';
import { sessionConstants } from '#shared/constants/accounts/sessions.ts';
import { utcDay } from '#shared/format/utc-day.ts';
import type { Actor } from '../../actor.ts';
import type { Ctx } from '../../context.ts';
import {
  type ActorRow,
  actorColumns,
  actorColumnTypes,
  actorSuspensionColumns,
  createActor,
} from '../actor-columns.ts';
import { isSuspended } from '../suspension.ts';
import { hashToken, readSignedToken, signToken } from './secret-token.ts';
import {
  clearSessionCookie,
  getSessionCookieName,
  isSecureOrigin,
  setSessionCookie,
} from './session-cookie.ts';
import { findSessionExpiry, hasSessionEnded, type StoredSession } from './session-expiry.ts';
import { toSessionNetwork } from './session-network.ts';

interface ReceivedCookies {
  /** The Cookie header of the request. */
  cookies: string | null | undefined;
  /** Scheme and host of the request: under https the cookie has another name and is Secure. */
  origin: string;
  /** The client's IP address, of which the session keeps the network. */
  address: string;
}

export interface ReadSession {
  actor: Actor | null;
  /** Set-Cookie header of the response, if the session was prolonged or the cookie identifies nobody. */
  setCookie?: string;
}

interface SessionRow extends ActorRow, StoredSession {
  sessionId: string;
  keysChangeAt: Date | null;
}

/** Runs for every page of a logged-in player, so it is prepared: planned once per connection. */
const findSession = prepareStatement<SessionRow, { token: string; now: Date; day: string }>(
  'find-session',
  {
    sessionId: uuid,
    createdAt: timestamptz,
    expiresAt: timestamptz,
    lastSeenAt: nullable(timestamptz),
    keysChangeAt: nullable(timestamptz),
    ...actorColumnTypes,
  },
  sql`select s.id as "sessionId", s.created_at as "createdAt", s.expires_at as "expiresAt", s.last_seen_at as "lastSeenAt",
        (select min(k.all_scopes_until) from api_keys k where k.account_id = u.id and k.noticed_at is null
          and k.all_scopes_until > ${sql.placeholder('now')}) as "keysChangeAt",
        ${actorColumns(sql.placeholder('day'))}
      from sessions s join users u on u.id = s.user_id join wallets w on w.user_id = u.id
      where s.token = ${sql.placeholder('token')}
        and not ${isSuspended(sql.placeholder('now'), actorSuspensionColumns)}`,
);

/**
 * Reads the actor of a request from its cookies. The actor is null without a session cookie. It is null, and the cookie
 * is cleared, when the cookie is forged or its session has expired, has ended or belongs to a suspended account. A
 * session in use is prolonged, at most once a day (those of moderators and admins every few minutes), up to its longest
 * lifetime, and records every few minutes that it was used.
 */
export async function readSession(
  { db, keys, clock }: Pick<Ctx, 'db' | 'keys' | 'clock'>,
  { cookies, origin, address }: ReceivedCookies,
): Promise<ReadSession> {
  const secure = isSecureOrigin(origin);
  const name = getSessionCookieName(secure);
  const cookie = parse(cookies ?? '', name)[name];
  if (cookie === undefined) return { actor: null };
  const now = clock.now();
  const token = await readSignedToken(keys, cookie);
  const [row] = token
    ? await findSession(db, { token: hashToken(token), now, day: utcDay(now) })
    : [];
  if (!token || !row) return { actor: null, setCookie: clearSessionCookie(secure) };
  const { sessionId, createdAt, expiresAt, lastSeenAt, keysChangeAt } = row;
  // A session of an account that has rights by a further role is as short as that of a moderator.
  const role = row.role === 'player' && row.staffFactor !== null ? 'moderator' : row.role;
  const unchanged = and(eq(sessions.id, sessionId), eq(sessions.expiresAt, expiresAt));
  if (hasSessionEnded({ ...row, role }, now)) {
    await db.delete(sessions).where(unchanged);
    return { actor: null, setCookie: clearSessionCookie(secure) };
  }
  const { seenEveryMs, renewAfterMs } = sessionConstants;
  if (lastSeenAt === null || now.getTime() - lastSeenAt.getTime() >= seenEveryMs)
    await markSessionSeen(db, { id: sessionId, lastSeenAt, now, address });
  const actor = createActor(row, { sessionId, now, keysChangeAt });
  const until = findSessionExpiry({ role, createdAt, usedAt: now });
  const prolongsAfterMs = isModeratorRole(role) ? seenEveryMs : renewAfterMs;
  if (Math.abs(until.getTime() - expiresAt.getTime()) < prolongsAfterMs) return { actor };
  // Of several requests at the same time one prolongs. A session that was just ended stays ended.
  await db.update(sessions).set({ expiresAt: until, updatedAt: now }).where(unchanged);
  // Signed again, so that a session in use outlives the secret that signed it first.
  return { actor, setCookie: setSessionCookie(signToken(keys, token), secure) };
}

interface SeenSession {
  id: string;
  /** When it was seen before. */
  lastSeenAt: Date | null;
  now: Date;
  address: string;
}

/** Records that a session was used. Of several requests at the same time one writes. */
async function markSessionSeen(
  db: Database,
  { id, lastSeenAt, now, address }: SeenSession,
): Promise<void> {
  const unchanged = lastSeenAt ? eq(sessions.lastSeenAt, lastSeenAt) : isNull(sessions.lastSeenAt);
  await db
    .update(sessions)
    .set({ lastSeenAt: now, network: toSessionNetwork(address) })
    .where(and(eq(sessions.id, id), unchanged));
}
