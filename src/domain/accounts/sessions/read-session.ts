import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { preparedStatement } from '#database/prepared-query.ts';
import { sessions } from '#database/schema.ts';
import type { Actor } from '#domain/base-context.ts';
import { sessionConstants } from '#shared/constants/accounts.ts';
import { utcDay } from '#shared/format/utc-day.ts';
import { type ActorRow, actorAccount, actorColumns } from '../actor-columns.ts';
import { isSuspended } from '../suspension.ts';
import { hashToken, readSignedToken } from './secret-token.ts';
import { clearSessionCookie, setSessionCookie } from './session-cookie.ts';

interface SessionRead {
  db: Database;
  secret: string;
  now: Date;
  /** Whether the request came over https, as the cookie's name and attributes depend on it. */
  secure: boolean;
}

export interface ReadSession {
  actor: Actor | null;
  /** A Set-Cookie header for the answer: the session was prolonged, or the cookie is worth nothing. */
  setCookie?: string;
}

interface SessionRow extends ActorRow {
  sessionId: string;
  expiresAt: Date;
}

/** Every page of a logged-in player starts with this: one statement, planned once per connection. */
const findSession = preparedStatement<SessionRow, { token: string; now: Date; day: string }>(
  'find-session',
  sql`select s.id as "sessionId", s.expires_at as "expiresAt", ${actorColumns(sql.placeholder('day'))}
      from sessions s join users u on u.id = s.user_id join wallets w on w.user_id = u.id
      where s.token = ${sql.placeholder('token')} and s.expires_at > ${sql.placeholder('now')}
        and not ${isSuspended(sql.placeholder('now'), actorAccount)}`,
);

/**
 * Who a session cookie's value stands for. A cookie that is forged, expired, revoked or of a suspended
 * account stands for nobody and is taken away; one in use is prolonged, at most once a day.
 */
export async function readSession(read: SessionRead, cookie: string): Promise<ReadSession> {
  const { db, secret, now, secure } = read;
  const token = readSignedToken(secret, cookie);
  const [row] = token
    ? await findSession(db, { token: hashToken(token), now, day: utcDay(now) })
    : [];
  if (!row) return { actor: null, setCookie: clearSessionCookie(secure) };
  const { expiresAt, balance, ...who } = row;
  const actor: Actor = { ...who, balance: Number(balance) };
  const prolonged = new Date(now.getTime() + sessionConstants.lifetimeMs);
  if (prolonged.getTime() - expiresAt.getTime() < sessionConstants.renewAfterMs) return { actor };
  await db
    .update(sessions)
    .set({ expiresAt: prolonged, updatedAt: now })
    // Of requests that arrive together one prolongs, and a session that just ended stays ended.
    .where(and(eq(sessions.id, row.sessionId), eq(sessions.expiresAt, expiresAt)));
  return { actor, setCookie: setSessionCookie(cookie, secure) };
}
