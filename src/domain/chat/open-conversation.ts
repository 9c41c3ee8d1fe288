import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { integer, json, nullable, text, uuid } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { conversations, friendships, users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { toUsernameKey } from '../accounts/username-condition.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { requirePlayer } from '../permissions/require-actor.ts';

export interface OpenedConversation {
  conversationId: string;
  /** The other player; the username with the capitals that they typed. */
  friend: { id: string; username: string };
  /** The number of the last message; 0 when there are no messages. */
  lastNumber: number;
  /** The last number that the actor has read or sent. */
  read: number;
  /** The unread messages before `read`, as first and last number of each run, in order. */
  skipped: [from: number, to: number][];
}

interface Row {
  friendId: string;
  username: string;
  conversationId: string | null;
  lastNumber: number | null;
  read: number | null;
  skipped: [from: number, to: number][];
}

const value = sql.placeholder;
const actorId = sql`${value('actorId')}::uuid`;

const findConversation = prepareStatement<Row, { actorId: string; username: string }>(
  'find-conversation',
  {
    friendId: uuid,
    username: text,
    conversationId: nullable(uuid),
    lastNumber: nullable(integer),
    read: nullable(integer),
    skipped: json(z.array(z.tuple([z.int(), z.int()]))),
  },
  sql`select friend.id as "friendId", friend.display_username as username,
      conversation.id as "conversationId", conversation.last_number as "lastNumber",
      case when conversation.low_id = ${actorId} then conversation.low_read else conversation.high_read end as read,
      (select coalesce(json_agg(json_build_array(lower(run), upper(run) - 1) order by run), '[]')
        from unnest(case when conversation.low_id = ${actorId}
          then conversation.low_skipped else conversation.high_skipped end) as run) as skipped
    from ${users} as friend
    join ${friendships} as friendship on friendship.low_id = least(friend.id, ${actorId})
      and friendship.high_id = greatest(friend.id, ${actorId})
    left join ${conversations} as conversation
      on conversation.low_id = friendship.low_id and conversation.high_id = friendship.high_id
    where friend.username = ${value('username')}`,
);

/**
 * Finds the conversation with a friend, or creates it. `username` may be in any case.
 * @throws AppError `login-required`, `guest-not-allowed`; `not-friends`, also for an unknown
 * username.
 */
export async function openConversation(ctx: Ctx, username: string): Promise<OpenedConversation> {
  const actor = requirePlayer(ctx);
  const found = await find(ctx, actor, username);
  if (found.conversationId !== null) return toOpenedConversation(found);
  const [lowId, highId] = [actor.id, found.friendId].toSorted();
  if (!lowId || !highId) throw new AppError('not-friends');
  await ctx.db.insert(conversations).values({ lowId, highId }).onConflictDoNothing();
  return toOpenedConversation(await find(ctx, actor, username));
}

async function find({ db }: Ctx, { id }: Actor, username: string): Promise<Row> {
  const [row] = await findConversation(db, { actorId: id, username: toUsernameKey(username) });
  if (!row) throw new AppError('not-friends');
  return row;
}

function toOpenedConversation(row: Row): OpenedConversation {
  const { friendId, username, conversationId, lastNumber, read, skipped } = row;
  if (conversationId === null) throw new AppError('not-friends');
  const friend = { id: friendId, username };
  return { conversationId, friend, lastNumber: lastNumber ?? 0, read: read ?? 0, skipped };
}
