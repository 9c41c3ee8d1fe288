import { sql } from 'drizzle-orm';
import { uuid } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import {
  type ActorRow,
  actorColumns,
  actorColumnTypes,
  actorSuspensionColumns,
  createActor,
} from '#domain/accounts/actor-columns.ts';
import { hashToken } from '#domain/accounts/sessions/secret-token.ts';
import { isSuspended } from '#domain/accounts/suspension.ts';
import type { Actor } from '#domain/actor.ts';
import type { Ctx } from '#domain/context.ts';
import { utcDay } from '#shared/format/utc-day.ts';

interface LoginIdRow extends ActorRow {
  sessionId: string;
}

const findLoginId = prepareStatement<LoginIdRow, { hash: string; now: Date; day: string }>(
  'find-login-id',
  { sessionId: uuid, ...actorColumnTypes },
  sql`select l.id as "sessionId", ${actorColumns(sql.placeholder('day'))}
      from login_ids l join users u on u.id = l.account_id join wallets w on w.user_id = u.id
      where l.hash = ${sql.placeholder('hash')} and l.expires_at > ${sql.placeholder('now')}
        and not ${isSuspended(sql.placeholder('now'), actorSuspensionColumns)}`,
);

/** The account of a loginId; null if it is unknown, expired, logged out or of a suspended account. */
export async function readLoginId(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  loginId: string,
): Promise<Actor | null> {
  const now = clock.now();
  const [row] = await findLoginId(db, { hash: hashToken(loginId), now, day: utcDay(now) });
  return row ? createActor(row, { sessionId: row.sessionId, now }) : null;
}
