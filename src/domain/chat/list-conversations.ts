import { and, count, desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { boolean, integer, text } from '#database/column-types.ts';
import { prepareSelect } from '#database/prepared-select.ts';
import { conversations, friendships, messages, preferences, users } from '#database/schema.ts';
import { countUnreadMessages } from '#database/sql/count-unread-messages.ts';
import { unknownToPlanner } from '#database/sql/unknown-to-planner.ts';
import { typedSql } from '#database/typed-sql.ts';
import { chatConstants } from '#shared/constants/chat.ts';
import type { Ctx } from '../context.ts';
import { memoizeByKey } from '../lib/memoize-by-key.ts';
import { countPages } from '../lib/page-count.ts';
import { chooseRowLimit } from '../lib/page-row-limit.ts';
import { requireActor } from '../permissions/require-actor.ts';
import { requirePart } from '../site/site-parts.ts';
import { getFriendStatus } from './friend-status.ts';
import type { ChatFriend } from './get-conversation.ts';

/** The number of characters of a message that a list shows. */
const previewMax = 140;

export interface ConversationRow {
  conversationId: string;
  friend: ChatFriend;
  /** The last message: its sender's username as typed, and the beginning of its text. */
  last: { sender: string; text: string; sentAt: Date };
  /** The number of messages that the actor has not read. */
  unread: number;
}

const friend = alias(users, 'friend');

const { lastNumber } = conversations;
const unread = {
  low: countUnreadMessages({
    lastNumber,
    read: conversations.lowRead,
    skipped: conversations.lowSkipped,
  }),
  high: countUnreadMessages({
    lastNumber,
    read: conversations.highRead,
    skipped: conversations.highSkipped,
  }),
};

/**
 * A page of the actor's conversations with friends that have messages, the latest first.
 * @throws AppError `login-required`.
 */
export async function listConversations(
  ctx: Ctx,
  { page, perPage = chatConstants.pageSize }: { page: number; perPage?: number },
): Promise<{ conversations: ConversationRow[]; page: number; pages: number }> {
  const { id, username } = requireActor(ctx);
  await requirePart(ctx, 'chat');
  const size = chooseRowLimit(perPage, chatConstants.pageSize);
  const [[total], rows] = await Promise.all([
    countOwn(ctx.db, { id }),
    readRows(size)(ctx.db, { id, offset: (page - 1) * perPage }),
  ]);
  const now = ctx.clock.now();
  const list = rows
    .slice(0, perPage)
    .map(
      ({
        conversationId,
        own,
        text,
        sentAt,
        unread,
        lastSeenAt,
        presenceVisibility,
        ...profile
      }) => ({
        conversationId,
        friend: { ...profile, status: getFriendStatus({ lastSeenAt, presenceVisibility }, now) },
        last: { sender: own ? username : profile.username, text, sentAt },
        unread,
      }),
    );
  const pages = countPages(total?.conversations ?? 0, perPage, chatConstants.pagedMax);
  return { conversations: list, page, pages };
}

const { lowId, highId, lastAt } = conversations;
const own = unknownToPlanner(sql.placeholder('id'), 'uuid');
const mine = sql`((${lowId} = ${own} or ${highId} = ${own}) and ${lastNumber} > 0)`;
const withFriend = and(eq(friendships.lowId, lowId), eq(friendships.highId, highId));

const countOwn = prepareSelect('count-conversations', (db) =>
  db
    .select({ conversations: count() })
    .from(conversations)
    .innerJoin(friendships, withFriend)
    .where(mine),
);

const readRows = memoizeByKey((size: number) =>
  prepareSelect(`list-conversations-${size}`, (db) =>
    db
      .select({
        conversationId: conversations.id,
        username: friend.displayUsername,
        name: friend.name,
        profilePic: friend.profilePic,
        lastSeenAt: friend.lastSeenAt,
        presenceVisibility: preferences.presenceVisibility,
        own: typedSql(boolean, sql`${messages.senderId} = ${own}`),
        text: typedSql(text, sql`left(${messages.text}, ${sql.raw(String(previewMax))})`),
        sentAt: messages.sentAt,
        unread: typedSql(
          integer,
          sql`case when ${lowId} = ${own} then ${unread.low} else ${unread.high} end`,
        ),
      })
      .from(conversations)
      .innerJoin(friendships, withFriend)
      .innerJoin(
        friend,
        sql`${friend.id} = case when ${lowId} = ${own} then ${highId} else ${lowId} end`,
      )
      .leftJoin(preferences, eq(preferences.userId, friend.id))
      .innerJoin(
        messages,
        and(eq(messages.conversationId, conversations.id), eq(messages.number, lastNumber)),
      )
      .where(mine)
      .orderBy(desc(lastAt), desc(conversations.id))
      .limit(size)
      .offset(sql.placeholder('offset')),
  ),
);
