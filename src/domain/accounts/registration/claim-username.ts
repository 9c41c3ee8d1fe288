import { sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { asciiSkeleton } from '#shared/format/names.ts';
import { isLikeUsername } from './refuse-impersonation.ts';

/** Ours among the advisory locks of the database. */
const lockSpace = 0x6e616d;

/**
 * Takes a username for an account that is written in this transaction. Of usernames that look alike and
 * are registered at once, the later waits here until the first is written, and is refused then. Accounts
 * whose names already look alike keep them, so a unique index could not do this.
 * @throws Refusal `username-taken`.
 */
export async function claimUsername(tx: Queryable, username: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(${lockSpace}::integer, hashtext(${asciiSkeleton(username)}))`,
  );
  if (await isLikeUsername(tx, username)) throw usernameTaken();
}

/** The refusal of a username, beside its field. */
export function usernameTaken(): AppError {
  const refusal = new AppError('username-taken');
  return new AppError('username-taken', { fields: { username: refusal.message } });
}
