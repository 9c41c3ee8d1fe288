import { sql } from 'drizzle-orm';
import {
  boolean,
  type ColumnTypes,
  type LeftJoined,
  leftJoined,
  nullable,
  text,
  textArray,
  timestamptz,
  uuid,
} from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import {
  type ActorRow,
  actorColumns,
  actorColumnTypes,
  actorSuspensionColumns,
  createActor,
} from '#domain/accounts/actor-columns.ts';
import { isSuspended } from '#domain/accounts/suspension.ts';
import type { Ctx } from '#domain/context.ts';
import { utcDay } from '#shared/format/utc-day.ts';
import { findKeyScopes } from '../api-keys/key-scopes.ts';
import { markKeyUsed } from '../api-keys/mark-key-used.ts';
import type { ApiCaller, ApiSession } from './api-caller.ts';

interface SessionRow {
  accountId: string | null;
  apiKeyId: string | null;
  keyScopes: string[] | null;
  keyEndsAt: Date | null;
  keyUsedAt: Date | null;
  keyAllScopesUntil: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  /** Whether the API user is linked to an account, whatever the session says. */
  linked: boolean;
  loginId: string | null;
  furtherRoles: string[];
  rights: string[];
  memberships: ActorRow['memberships'];
  rewardClaimed: boolean;
  marketView: ActorRow['marketView'];
  appearance: ActorRow['appearance'];
  staffFactor: ActorRow['staffFactor'];
}

/** The columns that are null without an account. */
type AccountRow = Omit<
  ActorRow,
  | 'furtherRoles'
  | 'rights'
  | 'memberships'
  | 'rewardClaimed'
  | 'marketView'
  | 'appearance'
  | 'staffFactor'
>;

type CallerRow = SessionRow & LeftJoined<AccountRow>;

const {
  furtherRoles,
  rights,
  memberships,
  rewardClaimed,
  marketView,
  appearance,
  staffFactor,
  ...accountColumnTypes
} = actorColumnTypes;

const columns: ColumnTypes<CallerRow> = {
  accountId: nullable(uuid),
  apiKeyId: nullable(text),
  keyScopes: nullable(textArray),
  keyEndsAt: nullable(timestamptz),
  keyUsedAt: nullable(timestamptz),
  keyAllScopesUntil: nullable(timestamptz),
  expiresAt: nullable(timestamptz),
  revokedAt: nullable(timestamptz),
  linked: boolean,
  loginId: nullable(uuid),
  ...leftJoined<AccountRow>(accountColumnTypes),
  furtherRoles,
  rights,
  memberships,
  rewardClaimed,
  marketView,
  appearance,
  staffFactor,
};

interface Values extends Record<string, unknown> {
  sessionId: string;
  apiUserId: string;
  now: Date;
  day: string;
}

/** Runs at the start of every call. It returns one row even when the session has no row. */
const findCaller = prepareStatement<CallerRow, Values>(
  'find-app-caller',
  columns,
  sql`select s.account_id as "accountId", s.api_key_id as "apiKeyId",
        k.scopes as "keyScopes", k.ends_at as "keyEndsAt", k.last_used_at as "keyUsedAt",
        k.all_scopes_until as "keyAllScopesUntil",
        s.expires_at as "expiresAt", s.revoked_at as "revokedAt",
        exists (select from api_users a where a.id = ${sql.placeholder('apiUserId')}) as linked,
        l.id as "loginId", ${actorColumns(sql.placeholder('day'))}
      from (select) as call
      left join api_sessions s on s.id = ${sql.placeholder('sessionId')}
      left join api_keys k on k.id = s.api_key_id
      left join login_ids l on l.id = s.login_id and l.expires_at > ${sql.placeholder('now')}
      left join users u on u.id = coalesce(l.account_id, s.account_id)
        and not ${isSuspended(sql.placeholder('now'), actorSuspensionColumns)}
      left join wallets w on w.user_id = u.id`,
);

/**
 * Reads the caller of a session whose token was verified. Null when the session was logged out, has expired, was ended
 * together with others of its account, or its API key has ended. An anonymous session is valid without a row until it
 * is linked to an account.
 */
export async function readApiCaller(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  session: ApiSession,
): Promise<ApiCaller | null> {
  const now = clock.now();
  const { sessionId, apiUserId } = session;
  const [row] = await findCaller(db, { sessionId, apiUserId, now, day: utcDay(now) });
  if (!row || row.revokedAt) return null;
  const { accountId, apiKeyId, expiresAt, revokedAt, linked, ...keyAndActorRow } = row;
  const { keyScopes, keyEndsAt, keyUsedAt, keyAllScopesUntil, ...actorRow } = keyAndActorRow;
  const { loginId, ...account } = actorRow;
  if (keyEndsAt && keyEndsAt <= now) return null;
  if (accountId ? !expiresAt || expiresAt <= now : !session.anonymous || linked) return null;
  if (apiKeyId !== null) await markKeyUsed(db, { id: apiKeyId, usedAt: keyUsedAt, now });
  const caller = {
    ...session,
    accountId,
    apiKeyId,
    keyScopes:
      keyScopes && findKeyScopes({ scopes: keyScopes, allScopesUntil: keyAllScopesUntil }, now),
  };
  if (account.id === null) return accountId && !loginId ? null : { ...caller, actor: null };
  const actor = createActor(account, { sessionId: loginId ?? sessionId, now });
  return { ...caller, actor };
}
