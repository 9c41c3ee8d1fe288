import { sql } from 'drizzle-orm';
import { preparedStatement } from '#database/prepared-query.ts';
import type { Ctx } from '#domain/context.ts';
import { utcDay } from '#shared/format/utc-day.ts';
import { type ActorRow, actorAccount, actorColumns } from '../actor-columns.ts';
import { isSuspended } from '../suspension.ts';
import type { ApiCaller, ApiSession } from './api-caller.ts';

interface CallerRow extends ActorRow {
  accountId: string | null;
  apiKeyId: string | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** Whether the app user stands for an account, whatever the session says. */
  linked: boolean;
  loginId: string | null;
}

interface Values extends Record<string, unknown> {
  sessionId: string;
  appUserId: string;
  now: Date;
  day: string;
}

/** Every call starts with this: one row, whether anything is known of the session or not. */
const findCaller = preparedStatement<Partial<CallerRow>, Values>(
  'find-app-caller',
  sql`select s.account_id as "accountId", s.api_key_id as "apiKeyId",
        s.expires_at as "expiresAt", s.revoked_at as "revokedAt",
        exists (select from app_users a where a.id = ${sql.placeholder('appUserId')}) as linked,
        l.id as "loginId", ${actorColumns(sql.placeholder('day'))}
      from (select) as call
      left join app_sessions s on s.id = ${sql.placeholder('sessionId')}
      left join login_ids l on l.id = s.login_id and l.expires_at > ${sql.placeholder('now')}
      left join users u on u.id = coalesce(l.account_id, s.account_id)
        and not ${isSuspended(sql.placeholder('now'), actorAccount)}
      left join wallets w on w.user_id = u.id`,
);

/**
 * Who calls by a session whose token was verified; null when the session was logged out, has expired or
 * was ended with its account. An anonymous one holds without a row, until it is linked to an account.
 */
export async function readApiCaller(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  session: ApiSession,
): Promise<ApiCaller | null> {
  const now = clock.now();
  const { sessionId, appUserId } = session;
  const [row] = await findCaller(db, { sessionId, appUserId, now, day: utcDay(now) });
  if (!row || row.revokedAt) return null;
  const { accountId = null, apiKeyId = null, expiresAt, revokedAt, linked, ...acting } = row;
  const { loginId, balance, ...who } = acting;
  if (accountId ? !expiresAt || expiresAt <= now : !session.anonymous || linked) return null;
  const known = { ...session, accountId, apiKeyId };
  if (!isThere(who)) return accountId && !loginId ? null : { ...known, actor: null };
  const actor = { ...who, balance: Number(balance), sessionId: loginId ?? sessionId };
  return { ...known, actor };
}

type Who = Omit<ActorRow, 'balance'>;

/** Whether somebody acts: a join that found nobody has nothing but nulls. */
function isThere(who: Partial<Who>): who is Who {
  return Boolean(who.id);
}
