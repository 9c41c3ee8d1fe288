import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { users } from '#database/schema.ts';

/**
 * A username as it is looked for, without regard to case. Empty, which is nobody's, where the database
 * could not even look: it takes no text with a null character.
 */
export function usernameKey(username: string): string {
  return username.includes('\0') ? '' : username.toLowerCase();
}

/** The condition that an account has that username, in any case. `account` is `users` or an alias of it. */
export function byUsername(
  username: string,
  account: { username: SQLWrapper } = users,
): SQL<boolean> {
  return sql<boolean>`${account.username} = ${usernameKey(username)}`;
}
