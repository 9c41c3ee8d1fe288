import { eq, sql } from 'drizzle-orm';
import { prepareSelect } from '#database/prepared-select.ts';
import { preferences, users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isSuspended } from '../accounts/suspension.ts';
import type { Ctx } from '../context.ts';
import { requirePart } from '../site/site-parts.ts';
import { getFriendStatus } from './friend-status.ts';
import { openConversation } from './open-conversation.ts';

/** The other player of a conversation, as its page shows them. */
export interface ChatFriend {
  /** With the capitals that the player typed. */
  username: string;
  name: string;
  profilePic: string;
  status: 'Online' | 'Offline';
}

export interface Conversation {
  conversationId: string;
  friend: ChatFriend;
  /** The number of the last message; 0 when there are no messages. */
  lastNumber: number;
  /** The last number that the actor has read or sent, and the runs of unread messages before it. */
  read: number;
  skipped: [from: number, to: number][];
  /** Whether the friend is suspended. Then the messages stay and no more can be sent. */
  suspended: boolean;
  /** Whether the friend accepts no messages. */
  refusesMessages: boolean;
}

/**
 * Reads the conversation with a friend. `username` may be in any case.
 * @throws AppError `login-required`, `guest-not-allowed`; `not-friends`, also for an unknown
 * username.
 */
export async function getConversation(ctx: Ctx, username: string): Promise<Conversation> {
  await requirePart(ctx, 'chat');
  const { conversationId, friend, lastNumber, read, skipped } = await openConversation(
    ctx,
    username,
  );
  const now = ctx.clock.now();
  const [account] = await readAccount(ctx.db, { id: friend.id, now: now.toISOString() });
  if (!account) throw new AppError('not-friends');
  const { lastSeenAt, presenceVisibility, messagesFrom, suspended, ...profile } = account;
  const status = getFriendStatus({ lastSeenAt, presenceVisibility }, now);
  return {
    conversationId,
    friend: { username: friend.username, ...profile, status },
    lastNumber,
    read,
    skipped,
    suspended,
    refusesMessages: messagesFrom === 'nobody',
  };
}

const readAccount = prepareSelect('account-of-conversation', (db) =>
  db
    .select({
      name: users.name,
      profilePic: users.profilePic,
      lastSeenAt: users.lastSeenAt,
      presenceVisibility: preferences.presenceVisibility,
      suspended: isSuspended(sql.placeholder('now')),
      messagesFrom: preferences.messagesFrom,
    })
    .from(users)
    .leftJoin(preferences, eq(preferences.userId, users.id))
    .where(eq(users.id, sql.placeholder('id'))),
);
