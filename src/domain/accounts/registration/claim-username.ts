import { sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { toAsciiSkeleton } from '#shared/format/texts/misleading-names.ts';
import { isSimilarUsernameTaken } from './reject-impersonation.ts';

/** The first key of the advisory locks on usernames. It separates them from other advisory locks. */
const lockSpace = 0x6e616d;

/**
 * Claims a username for an account that this transaction writes. When similar usernames are registered
 * at the same time, the later transaction waits here until the first has committed, and then fails.
 * A unique index cannot do this, because some older accounts have similar names.
 * @throws AppError `username-taken`.
 */
export async function claimUsername(tx: Queryable, username: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(${lockSpace}::integer, hashtext(${toAsciiSkeleton(username)}))`,
  );
  if (await isSimilarUsernameTaken(tx, username)) throw createUsernameTakenError();
}

/** The error `username-taken` with its text at the field `username`. */
export function createUsernameTakenError(): AppError {
  const { message } = new AppError('username-taken');
  return new AppError('username-taken', { fields: { username: message } });
}
