import { and, eq, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { boolean } from '#database/column-types.ts';
import { users } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { BaseCtx } from '../base-context.ts';

/**
 * The SQL condition that an account is suspended at `now`. A suspension that has expired does not count.
 * `account` is `users` or an alias of it. In a prepared statement, `now` is the placeholder of an
 * ISO 8601 time.
 */
export function isSuspended(
  now: Date | Placeholder | SQL,
  account: { banned: SQLWrapper; banExpires: SQLWrapper } = users,
): SQL<boolean> {
  const time = now instanceof Date ? now.toISOString() : now;
  return typedSql(
    boolean,
    sql`(${account.banned} and (${account.banExpires} is null
    or ${account.banExpires} > ${time}::timestamptz))`,
  );
}

/** Whether an account is suspended now, for operations that run long after their request began. */
export async function isCurrentlySuspended(
  { db, clock }: Pick<BaseCtx, 'db' | 'clock'>,
  userId: string,
): Promise<boolean> {
  const suspended = await db.$count(users, and(eq(users.id, userId), isSuspended(clock.now())));
  return suspended > 0;
}

/** SQL condition on `users`: a deleted account, which is a suspended guest until the job that retires guests cleared it. */
export const isDeleted: SQL<boolean> = typedSql(
  boolean,
  sql`(${users.role} = 'guest' and ${users.banned} and ${users.email} like '%@former.invalid')`,
);

/**
 * The error of an account that `isSuspended` found: its owner reads the reason and the end. A deleted account is
 * stored as suspended, but its owner reads that it was deleted.
 */
export async function findSuspensionError(db: Queryable, userId: string): Promise<AppError> {
  const [account] = await db
    .select({ reason: users.banReason, until: users.banExpires, deleted: isDeleted })
    .from(users)
    .where(eq(users.id, userId));
  if (!account || account.deleted) return new AppError('account-deleted');
  return createSuspensionError(account.reason, account.until);
}

function createSuspensionError(reason: string | null, until: Date | null): AppError {
  const time = until ? ` until ${formatUtcTime(until)} UTC` : '';
  const why = reason ? ` Reason: ${reason}` : '';
  return new AppError('account-suspended', { text: `This account is suspended${time}.${why}` });
}

/** A time as errors name it. */
export function formatUtcTime(time: Date): string {
  return utcTime.format(time);
}

const utcTime = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'UTC',
});
