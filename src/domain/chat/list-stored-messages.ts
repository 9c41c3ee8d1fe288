import { sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { conversations, messages, users } from '#database/schema.ts';
import { chatConstants } from '#shared/constants/chat.ts';
import type { SentMessage } from '../events.ts';
import { sentMessageColumns, sentMessageFields } from './sent-message-columns.ts';

interface Range {
  conversationId: string;
  after: number;
  to: number;
}

const list = prepareStatement<SentMessage, { ids: string[]; after: number[]; to: number[] }>(
  'stored-messages',
  sentMessageColumns,
  sql`select ${sentMessageFields}
    from unnest(${sql.placeholder('ids')}::uuid[], ${sql.placeholder('after')}::integer[],
      ${sql.placeholder('to')}::integer[]) as range(id, after, upto)
    join ${conversations} as talk on talk.id = range.id
    join lateral (select * from ${messages} as stored
      where stored.conversation_id = range.id and stored.number > range.after
        and stored.number <= range.upto
      order by stored.number limit ${sql.raw(String(chatConstants.missedMax))}) as message on true
    join ${users} as sender on sender.id = message.sender_id
    order by message.conversation_id, message.number`,
);

/** The messages of these ranges, in the order of their numbers: at most 200 of each conversation. */
export async function listStoredMessages(
  db: Queryable,
  ranges: readonly Range[],
): Promise<SentMessage[]> {
  if (ranges.length === 0) return [];
  return list(db, {
    ids: ranges.map(({ conversationId }) => conversationId),
    after: ranges.map(({ after }) => after),
    to: ranges.map(({ to }) => to),
  });
}
