import { type SQL, sql } from 'drizzle-orm';
import { boolean, nullable, timestamptz } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { mutes, users } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { BaseCtx } from '../base-context.ts';
import { findSuspensionError, formatUtcTime, isSuspended } from './suspension.ts';

/** Until when a moderator has muted an account, as SQL; null if it is not muted at the time `at`. */
export function mutedUntil(userId: SQL, at: SQL): SQL<Date | null> {
  return typedSql(
    nullable(timestamptz),
    sql`(select mute.until from ${mutes} as mute
      where mute.user_id = ${userId} and mute.until > ${at}::timestamptz)`,
  );
}

interface Writer {
  suspended: boolean;
  mutedUntil: Date | null;
}

const account = { banned: sql`account.banned`, banExpires: sql`account.ban_expires` };

const findWriter = prepareStatement<Writer, { userId: string; at: Date }>(
  'find-writer',
  {
    suspended: boolean,
    mutedUntil: nullable(timestamptz),
  },
  sql`select ${isSuspended(sql`${sql.placeholder('at')}`, account)} as suspended,
      ${mutedUntil(sql`account.id`, sql`${sql.placeholder('at')}`)} as "mutedUntil"
    from ${users} as account where account.id = ${sql.placeholder('userId')}::uuid`,
);

/**
 * Checks that the account may write free text that others can read: it is neither suspended, also since its session
 * began, nor muted. Every use case that stores such a text calls it; the statement that writes messages
 * (`chat/insert-messages.ts`) checks the same. Reports and appeals are excepted.
 * @throws AppError `account-suspended`, `account-deleted`, `muted`.
 */
export async function requireWritePermission(
  { db, clock }: Pick<BaseCtx, 'db' | 'clock'>,
  userId: string,
): Promise<void> {
  const [writer] = await findWriter(db, { userId, at: clock.now() });
  if (writer?.suspended) throw await findSuspensionError(db, userId);
  if (writer?.mutedUntil) throw createMutedError(writer.mutedUntil);
}

/** The error of an account that a moderator muted until `until`. */
export function createMutedError(until: Date): AppError {
  return new AppError('muted', {
    text: `A moderator muted you: you can write again on ${formatUtcTime(until)} UTC. Settings say why.`,
  });
}
