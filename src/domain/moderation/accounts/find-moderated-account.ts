import type { Queryable } from '#database/client.ts';
import { users } from '#database/schema.ts';
import type { Role } from '#shared/constants/accounts/roles.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isSuspended } from '../../accounts/suspension.ts';
import { byUsername } from '../../accounts/username-condition.ts';

/** An account as moderators see it. */
export interface ModeratedAccount {
  id: string;
  /** As typed. */
  username: string;
  profilePic: string;
  role: Role;
  /** Whether it is a player of the example community. */
  isExample: boolean;
  /** Whether it is suspended now. `reason` and `until` say why and until when; null means without end. */
  suspended: boolean;
  reason: string | null;
  until: Date | null;
}

/** Finds an account by username, without regard to case. @throws AppError `user-not-found`. */
export async function findModeratedAccount(
  db: Queryable,
  username: string,
  now: Date,
): Promise<ModeratedAccount> {
  const [account] = await db
    .select({
      id: users.id,
      username: users.displayUsername,
      profilePic: users.profilePic,
      role: users.role,
      isExample: users.isExample,
      suspended: isSuspended(now),
      reason: users.banReason,
      until: users.banExpires,
    })
    .from(users)
    .where(byUsername(username));
  if (!account) throw new AppError('user-not-found');
  return account;
}
