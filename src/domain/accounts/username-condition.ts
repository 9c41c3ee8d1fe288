import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { users } from '#database/schema.ts';

/**
 * The form of a username that the database compares: lower case. A name with a null character becomes
 * empty, which no account has, because Postgres rejects texts with null characters.
 */
export function toUsernameKey(username: string): string {
  return username.includes('\0') ? '' : username.toLowerCase();
}

/**
 * The account that a login or registration names, by username or email, before it is known whether it
 * exists. Spaces around it are no difference, as in the forms.
 */
export function toLoginKey(name: string): string {
  return toUsernameKey(name.trim());
}

/**
 * The SQL condition that an account has this username, without regard to case. `account` is `users` or
 * an alias of it.
 */
export function byUsername(username: string, account: { username: SQLWrapper } = users): SQL {
  return sql`${account.username} = ${toUsernameKey(username)}`;
}
