import { eq } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isOnline } from '../accounts/presence/presence.ts';
import { isSuspended } from '../accounts/suspension.ts';
import type { Ctx } from '../context.ts';
import { openConversation } from './open-conversation.ts';

/** Whom one talks with, as the head of a conversation shows it. */
export interface ChatFriend {
  /** As typed. */
  username: string;
  name: string;
  profilePic: string;
  status: 'Online' | 'Offline';
}

export interface Conversation {
  conversationId: string;
  friend: ChatFriend;
  /** The number of the last message; 0 before the first. */
  lastNumber: number;
  /** The last number that the actor has read or sent, and runs of what was not read before it. */
  read: number;
  skipped: [from: number, to: number][];
  /** The friend's account is: what was said stays, and nothing more is said. */
  suspended: boolean;
}

/**
 * The conversation with a friend, by username in any case.
 * @throws Refusal `not-friends`, also for somebody whom there is not; `login-required`,
 * `guest-not-allowed`.
 */
export async function getConversation(ctx: Ctx, username: string): Promise<Conversation> {
  const { conversationId, friend, lastNumber, read, skipped } = await openConversation(
    ctx,
    username,
  );
  const now = ctx.clock.now();
  const [person] = await ctx.db
    .select({
      name: users.name,
      profilePic: users.profilePic,
      lastSeenAt: users.lastSeenAt,
      suspended: isSuspended(now),
    })
    .from(users)
    .where(eq(users.id, friend.id));
  if (!person) throw new AppError('not-friends');
  const { lastSeenAt, suspended, ...shown } = person;
  const status = isOnline(lastSeenAt, now) ? 'Online' : 'Offline';
  return {
    conversationId,
    friend: { username: friend.username, ...shown, status },
    lastNumber,
    read,
    skipped,
    suspended,
  };
}
