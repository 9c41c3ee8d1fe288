import type { Queryable } from '#db/client.ts';
import { users } from '#db/schema.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Role } from '#shared/roles.ts';
import { byUsername } from '../accounts/by-username.ts';
import { isSuspended } from '../accounts/suspension.ts';

/** An account as moderation sees it. */
export interface ModeratedAccount {
  id: string;
  /** As typed. */
  username: string;
  profilePic: string;
  role: Role;
  /** Whether it is suspended now, and then why and until when; without end `until` is null. */
  suspended: boolean;
  reason: string | null;
  until: Date | null;
}

/** Finds an account by its username, whatever the case. @throws Refusal `user-not-found`. */
export async function findAccount(
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
      suspended: isSuspended(now),
      reason: users.banReason,
      until: users.banExpires,
    })
    .from(users)
    .where(byUsername(username));
  if (!account) throw new Refusal('user-not-found');
  return account;
}
