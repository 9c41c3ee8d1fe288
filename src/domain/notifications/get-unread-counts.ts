import { not, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { preparedStatement } from '#database/prepared-query.ts';
import { conversations, friendRequests, friendships, notices, users } from '#database/schema.ts';
import { countUnreadMessages } from '#database/unread-messages.ts';
import { notificationConstants } from '#shared/constants/notifications.ts';
import type { Unread } from '#shared/schemas/socket-events.ts';
import { isSuspended } from '../accounts/suspension.ts';
import type { Ctx } from '../context.ts';

const userId = sql`${sql.placeholder('userId')}::uuid`;
/** One more than is shown: '99+' needs to know of a hundredth. */
const most = sql.raw(String(notificationConstants.countMax + 1));

const sender = alias(users, 'sender');
/** What somebody said who is no friend any more is listed nowhere, and could never be read. */
const withFriend = sql`exists (select from ${friendships} as friendship
  where friendship.low_id = talk.low_id and friendship.high_id = talk.high_id)`;

/** What one side of a conversation has not read, summed over those of the player. */
function messagesAs(side: 'low' | 'high') {
  const column = (name: string) => sql.raw(`talk.${name}`);
  const [read, skipped] = [column(`${side}_read`), column(`${side}_skipped`)];
  const lastNumber = column('last_number');
  return sql`(select coalesce(sum(${countUnreadMessages({ lastNumber, read, skipped })}), 0)
    from ${conversations} as talk where ${column(`${side}_id`)} = ${userId}
      and (${read} < ${lastNumber} or not isempty(${skipped})) and ${withFriend})`;
}

/** Every page of a player asks it: one statement, planned once per connection. */
const countUnread = preparedStatement<Unread, { userId: string; now: string }>(
  'count-unread',
  sql`select
    least(${most}, (select count(*) from (select from ${friendRequests} as request
        join ${users} as sender on ${sender.id} = request.sender_id
        where request.target_id = ${userId} and request.declined_at is null
          and ${not(isSuspended(sql.placeholder('now'), sender))}
        limit ${most}) as request)
      + (select count(*) from (select from ${notices} as notice
        where notice.user_id = ${userId} and notice.read_at is null limit ${most}) as notice)
      )::integer as notices,
    least(${most}, ${messagesAs('low')} + ${messagesAs('high')})::integer as messages`,
);

/**
 * What an account has not looked at yet, each counted up to 100: friend requests that wait for its
 * answer, but for those of suspended senders, with unread notices; and messages in conversations with
 * friends.
 */
export async function getUnread(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  userId: string,
): Promise<Unread> {
  const [unread] = await countUnread(db, { userId, now: clock.now().toISOString() });
  return unread ?? { notices: 0, messages: 0 };
}
