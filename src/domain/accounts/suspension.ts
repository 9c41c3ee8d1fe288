import { and, eq, type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { BaseCtx } from '../base-context.ts';

/**
 * The condition that an account is suspended at `now`; one whose time is over is not. `account` is
 * `users` or an alias of it. For a statement that is prepared `now` is the place of an ISO 8601 time.
 */
export function isSuspended(
  now: Date | Placeholder,
  account: { banned: SQLWrapper; banExpires: SQLWrapper } = users,
): SQL<boolean> {
  const time = now instanceof Date ? now.toISOString() : now;
  return sql<boolean>`(${account.banned} and (${account.banExpires} is null
    or ${account.banExpires} > ${time}::timestamptz))`;
}

/** Whether an account was suspended since its request began: for what goes on for longer than a moment. */
export async function isSuspendedByNow(
  { db, clock }: Pick<BaseCtx, 'db' | 'clock'>,
  userId: string,
): Promise<boolean> {
  const suspended = await db.$count(users, and(eq(users.id, userId), isSuspended(clock.now())));
  return suspended > 0;
}

/** What the owner of a suspended account is told: why, and until when. */
export function suspensionRefusal(reason: string | null, until: Date | null): AppError {
  const time = until ? ` until ${utcTime.format(until)} UTC` : '';
  const why = reason ? ` Reason: ${reason}` : '';
  return new AppError('account-suspended', { text: `This account is suspended${time}.${why}` });
}

const utcTime = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  hourCycle: 'h23',
  timeZone: 'UTC',
});
