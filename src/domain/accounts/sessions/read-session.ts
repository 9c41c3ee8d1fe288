import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { nullable, timestamptz, uuid } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { sessions } from '#database/schema.ts';
import type { Actor } from '#domain/context-parts.ts';
import type { Keys } from '#domain/secrets/keys.ts';
import { sessionConstants } from '#shared/constants/accounts.ts';
import { isModeratorRole } from '#shared/constants/roles.ts';
import { utcDay } from '#shared/format/utc-day.ts';
import {
  type ActorRow,
  actorColumns,
  actorColumnTypes,
  actorSuspensionColumns,
  createActor,
} from '../actor-columns.ts';
import { isSuspended } from '../suspension.ts';
import { hashToken, readSignedToken, signToken } from './secret-token.ts';
import { clearSessionCookie, setSessionCookie } from './session-cookie.ts';
import { findSessionExpiry } from './session-expiry.ts';
import { toSessionNetwork } from './session-network.ts';

interface ReadSessionInput {
  db: Database;
  keys: Keys;
  now: Date;
  /** Whether the request came over https. The cookie's name and attributes depend on it. */
  secure: boolean;
  /** The client's IP address, of which the session keeps the network. */
  address: string;
}

export interface ReadSession {
  actor: Actor | null;
  /** The Set-Cookie header for the response: the session was prolonged, or the cookie is invalid. */
  setCookie?: string;
}

interface SessionRow extends ActorRow {
  sessionId: string;
  createdAt: Date;
  expiresAt: Date;
  seenAt: Date | null;
}

/** Runs for every page of a logged-in player, so it is prepared: planned once per connection. */
const findSession = prepareStatement<SessionRow, { token: string; now: Date; day: string }>(
  'find-session',
  {
    sessionId: uuid,
    createdAt: timestamptz,
    expiresAt: timestamptz,
    seenAt: nullable(timestamptz),
    ...actorColumnTypes,
  },
  sql`select s.id as "sessionId", s.created_at as "createdAt", s.expires_at as "expiresAt", s.last_seen_at as "seenAt", ${actorColumns(sql.placeholder('day'))}
      from sessions s join users u on u.id = s.user_id join wallets w on w.user_id = u.id
      where s.token = ${sql.placeholder('token')} and s.expires_at > ${sql.placeholder('now')}
        and not ${isSuspended(sql.placeholder('now'), actorSuspensionColumns)}`,
);

/**
 * Reads the actor of a session cookie. The actor is null, and the cookie is cleared, when the cookie is
 * forged or its session has expired, has ended or belongs to a suspended account. A session in use is
 * prolonged, at most once a day (those of moderators and admins every few minutes), up to its longest
 * lifetime, and records every few minutes that it was used.
 */
export async function readSession(input: ReadSessionInput, cookie: string): Promise<ReadSession> {
  const { db, keys, now, secure, address } = input;
  const token = await readSignedToken(keys, cookie);
  const [row] = token
    ? await findSession(db, { token: hashToken(token), now, day: utcDay(now) })
    : [];
  if (!token || !row) return { actor: null, setCookie: clearSessionCookie(secure) };
  const { createdAt, expiresAt, seenAt, role } = row;
  const actor = createActor(row, { sessionId: row.sessionId, now });
  const until = findSessionExpiry({ role, createdAt, now });
  // A session of an account that became a moderator, or of an earlier version, has a later end in its row.
  const unusedMs = seenAt && isModeratorRole(role) ? now.getTime() - seenAt.getTime() : 0;
  if (until <= now || unusedMs >= sessionConstants.moderatorLifetimeMs) {
    await db.delete(sessions).where(eq(sessions.id, row.sessionId));
    return { actor: null, setCookie: clearSessionCookie(secure) };
  }
  if (seenAt === null || now.getTime() - seenAt.getTime() >= sessionConstants.seenEveryMs)
    await markSessionSeen(db, { id: row.sessionId, seenAt, now, address });
  const renewAfterMs = isModeratorRole(role)
    ? sessionConstants.seenEveryMs
    : sessionConstants.renewAfterMs;
  if (Math.abs(until.getTime() - expiresAt.getTime()) < renewAfterMs) return { actor };
  await db
    .update(sessions)
    .set({ expiresAt: until, updatedAt: now })
    // Of several requests at the same time one prolongs. A session that was just ended stays ended.
    .where(and(eq(sessions.id, row.sessionId), eq(sessions.expiresAt, expiresAt)));
  // Signed again, so that a session in use outlives the secret that signed it first.
  return { actor, setCookie: setSessionCookie(signToken(keys, token), secure) };
}

interface SeenSession {
  id: string;
  /** When it was seen before. */
  seenAt: Date | null;
  now: Date;
  address: string;
}

/** Records that a session was used. Of several requests at the same time one writes. */
async function markSessionSeen(
  db: Database,
  { id, seenAt, now, address }: SeenSession,
): Promise<void> {
  const unchanged = seenAt ? eq(sessions.lastSeenAt, seenAt) : isNull(sessions.lastSeenAt);
  await db
    .update(sessions)
    .set({ lastSeenAt: now, network: toSessionNetwork(address) })
    .where(and(eq(sessions.id, id), unchanged));
}
