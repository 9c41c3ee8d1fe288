import { sql } from 'drizzle-orm';
import { type LeftJoined, leftJoined, text, timestamptz, uuid } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { conversations, friendships, messages, users } from '#database/schema.ts';
import { realmListConstants } from '#shared/constants/realm-lists.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { toUsernameKey } from '../accounts/username-condition.ts';
import type { Ctx } from '../context.ts';
import { limitRowsToBytes } from '../lib/limit-bytes.ts';
import { requirePlayer } from '../permissions/require-actor.ts';
import { requirePart } from '../site/site-parts.ts';

/** A message between two players; usernames with the capitals that they typed. */
export interface MessageBetween {
  id: string;
  sender: string;
  receiver: string;
  text: string;
  sentAt: Date;
}

const value = sql.placeholder;
const actorId = sql`${value('actorId')}::uuid`;

const newestMessages = sql`select message.* from ${messages} as message
  where message.conversation_id = conversation.id
  order by message.number desc limit ${sql.raw(String(realmListConstants.rowsMax))}`;

type Row = LeftJoined<Omit<MessageBetween, 'receiver'>> & { friend: string };

/** Returns one row without a message when there are no messages. */
const findMessages = prepareStatement<Row, { actorId: string; friend: string }>(
  'messages-between',
  {
    friend: text,
    ...leftJoined<Omit<MessageBetween, 'receiver'>>({
      id: uuid,
      sender: text,
      text,
      sentAt: timestamptz,
    }),
  },
  sql`select friend.display_username as friend, said.id, said.text, said.sent_at as "sentAt",
      sender.display_username as sender
    from ${users} as friend
    join ${friendships} as friendship on friendship.low_id = least(friend.id, ${actorId})
      and friendship.high_id = greatest(friend.id, ${actorId})
    left join ${conversations} as conversation
      on conversation.low_id = friendship.low_id and conversation.high_id = friendship.high_id
    left join lateral ${limitRowsToBytes(newestMessages, { order: sql`number desc` })} as said on true
    left join ${users} as sender on sender.id = said.sender_id
    where friend.username = ${value('friend')}
    order by said.number`,
);

/**
 * The messages of two friends, oldest first: the last 1,000 messages, at most 256 KB. The actor
 * must be one of the two.
 * @throws AppError `login-required`, `guest-not-allowed`, `not-yourself`; `not-friends`, also for
 * an unknown username.
 */
export async function listMessagesOfTwoPlayers(
  ctx: Ctx,
  [one, other]: [username: string, username: string],
): Promise<MessageBetween[]> {
  const actor = requirePlayer(ctx);
  await requirePart(ctx, 'chat');
  const ownKey = toUsernameKey(actor.username);
  const others = [one, other].map(toUsernameKey).filter((name) => name !== ownKey);
  if (others.length === 2) throw new AppError('not-yourself');
  const [friend] = others;
  const rows = friend ? await findMessages(ctx.db, { actorId: actor.id, friend }) : [];
  if (rows.length === 0) throw new AppError('not-friends');
  return rows.flatMap(({ friend, ...message }) => {
    const receiver = message.sender === friend ? actor.username : friend;
    return message.id === null ? [] : [{ ...message, receiver }];
  });
}
