import { sql } from 'drizzle-orm';
import { preparedStatement } from '#database/prepared-query.ts';
import { conversations, friendships, messages, users } from '#database/schema.ts';
import { apiConstants } from '#shared/constants/api.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { usernameKey } from '../accounts/by-username.ts';
import { requirePlayer } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { withinBytes } from '../lib/limit-bytes.ts';

/** What one of two said to the other; usernames as typed. */
export interface MessageBetween {
  id: string;
  sender: string;
  receiver: string;
  text: string;
  sentAt: Date;
}

const value = sql.placeholder;
const me = sql`${value('actorId')}::uuid`;

const newest = sql`select message.* from ${messages} as message
  where message.conversation_id = talk.id
  order by message.number desc limit ${sql.raw(String(apiConstants.rowsMax))}`;

/** One row without a message where nothing was said yet. */
const between = preparedStatement<
  Omit<MessageBetween, 'id' | 'receiver'> & { id: string | null; friend: string },
  { actorId: string; friend: string }
>(
  'messages-between',
  sql`select friend.display_username as friend, said.id, said.text, said.sent_at as "sentAt",
      sender.display_username as sender
    from ${users} as friend
    join ${friendships} as friendship on friendship.low_id = least(friend.id, ${me})
      and friendship.high_id = greatest(friend.id, ${me})
    left join ${conversations} as talk
      on talk.low_id = friendship.low_id and talk.high_id = friendship.high_id
    left join lateral ${withinBytes(newest, { order: sql`number desc` })} as said on true
    left join ${users} as sender on sender.id = said.sender_id
    where friend.username = ${value('friend')}
    order by said.number`,
);

/**
 * What two friends said to each other, oldest first: the last 1,000 messages, 256 KB at most. Only for
 * one of them.
 * @throws Refusal `login-required`, `guest-not-allowed`, `not-yourself`, `not-friends`, also for somebody
 * whom there is not.
 */
export async function listMessagesBetween(
  ctx: Ctx,
  [one, other]: [username: string, username: string],
): Promise<MessageBetween[]> {
  const actor = requirePlayer(ctx);
  const own = usernameKey(actor.username);
  const others = [one, other].map(usernameKey).filter((name) => name !== own);
  if (others.length === 2) throw new AppError('not-yourself');
  const [friend] = others;
  const rows = friend ? await between(ctx.db, { actorId: actor.id, friend }) : [];
  if (rows.length === 0) throw new AppError('not-friends');
  return rows.flatMap(({ id, friend, ...said }) => {
    const receiver = said.sender === friend ? actor.username : friend;
    return id === null ? [] : [{ ...said, id, receiver }];
  });
}
