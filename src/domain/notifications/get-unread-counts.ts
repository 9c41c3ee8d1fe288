import { not, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { integer } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import {
  conversations,
  friendRequests,
  friendships,
  notifications,
  tradeOffers,
  users,
} from '#database/schema.ts';
import { countUnreadMessages } from '#database/sql/count-unread-messages.ts';
import { unknownToPlanner } from '#database/sql/unknown-to-planner.ts';
import { notificationConstants } from '#shared/constants/notifications/notifications.ts';
import type { Unread } from '#shared/schemas/socket-events.ts';
import { isSuspended } from '../accounts/suspension.ts';
import type { Ctx } from '../context.ts';
import { isNotifiedThingVisible } from './notified-thing-is-visible.ts';

const userId = unknownToPlanner(sql.placeholder('userId'), 'uuid');
const now = unknownToPlanner(sql.placeholder('now'), 'timestamptz');
/** One more than is shown, so that '99+' can be told from '99'. */
const countLimit = sql.raw(String(notificationConstants.countMax + 1));

const sender = alias(users, 'sender');
/**
 * Only messages of friends count: conversations with former friends are not listed, so their
 * messages could never be read.
 */
const withFriend = sql`exists (select from ${friendships} as friendship
  where friendship.low_id = conversation.low_id and friendship.high_id = conversation.high_id)`;

/** The number of unread messages of one side in all conversations of the player. */
function messagesAs(side: 'low' | 'high') {
  const column = (name: string) => sql.raw(`conversation.${name}`);
  const [read, skipped] = [column(`${side}_read`), column(`${side}_skipped`)];
  const lastNumber = column('last_number');
  return sql`(select coalesce(sum(${countUnreadMessages({ lastNumber, read, skipped })}), 0)
    from ${conversations} as conversation where ${column(`${side}_id`)} = ${userId}
      and (${read} < ${lastNumber} or not isempty(${skipped})) and ${withFriend})`;
}

/** Runs on every page of a player, therefore one prepared statement with one plan. */
const countUnread = prepareStatement<Unread, { userId: string; now: string }>(
  'count-unread',
  { notices: integer, messages: integer, offers: integer },
  sql`select
    least(${countLimit}, (select count(*) from (select from ${friendRequests} as request
        join ${users} as sender on ${sender.id} = request.sender_id
        where request.target_id = ${userId} and request.declined_at is null
          and ${not(isSuspended(now, sender))}
        limit ${countLimit}) as request)
      + (select count(*) from (select from ${notifications} as notice
        where notice.user_id = ${userId} and notice.read_at is null
          and ${isNotifiedThingVisible(alias(notifications, 'notice'))} limit ${countLimit}) as notice)
      )::integer as notices,
    least(${countLimit}, ${messagesAs('low')} + ${messagesAs('high')})::integer as messages,
    (select count(*)::integer from (select from ${tradeOffers} as offer
      where offer.recipient_id = ${userId} and offer.state = 'open'
        and offer.ends_at > ${now}
      limit ${countLimit}) as offer) as offers`,
);

/**
 * Counts what waits for an account, each count up to 100: unread notifications with waiting friend requests
 * (without those of suspended senders), messages in conversations with friends, and trade offers.
 */
export async function getUnreadCounts(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  userId: string,
): Promise<Unread> {
  const [unread] = await countUnread(db, { userId, now: clock.now().toISOString() });
  return unread ?? { notices: 0, messages: 0, offers: 0 };
}
