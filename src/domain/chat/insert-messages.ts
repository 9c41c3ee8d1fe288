import { sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { boolean, integer, nullable, text, timestamptz, uuid } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { conversations, friendships, messages, users } from '#database/schema.ts';
import { limitSkippedRuns } from '#database/sql/count-unread-messages.ts';
import { mutedUntil } from '../accounts/require-write-permission.ts';
import { isSuspended } from '../accounts/suspension.ts';
import { acceptsMessages } from '../privacy/privacy-conditions.ts';

/** A message to write. The statement checks whether its sender may write there. */
export interface NewMessage {
  conversationId: string;
  senderId: string;
  /** The id that the client chose. */
  id: string;
  text: string;
  /**
   * Whether all earlier messages count as read by the sender; otherwise only messages that were
   * shown do.
   */
  readsBefore: boolean;
  /** The trade offer that the message shows. */
  tradeOfferId?: string;
  /** Whether the sender wrote the text, or a part of it. True by default. */
  isFreeText?: boolean;
}

/** The result for one message of the batch. */
export interface WriteResult {
  /** Its position in the batch, from 1. */
  place: number;
  lowId: string;
  highId: string;
  /** Null when it was not written: it was refused, one of the two is suspended, or the sender is muted. */
  number: number | null;
  /** Whether it was not written because the other player accepts no messages. One with a trade offer is written. */
  refused: boolean;
  /** Until when the sender of a free text is muted. A muted sender can still offer a trade without a text. */
  mutedUntil: Date | null;
  sentAt: Date;
  /** Null when the message is new; otherwise the text that is stored under its id. */
  earlierText: string | null;
}

interface Batch extends Record<string, unknown> {
  conversationIds: string[];
  senderIds: string[];
  ids: string[];
  texts: string[];
  readsBefore: boolean[];
  offerIds: (string | null)[];
  freeTexts: boolean[];
  at: Date;
}

const value = sql.placeholder;
const account = { banned: sql`account.banned`, banExpires: sql`account.ban_expires` };

/** The account that gets a message. */
const receiver = sql`(case when given.sender_id = held.low_id then held.high_id else held.low_id end)`;

/**
 * What one side sent in the batch: its last number, the last number that counts all before it as
 * read, and all its numbers.
 */
function sentBy(side: 'low' | 'high') {
  const name = (of: string) => sql.raw(`${of}_${side}`);
  const own = sql`filter (where sender_id = ${sql.raw(`${side}_id`)})`;
  return sql`max(number) ${own} as ${name('last')},
    max(case when reads_before then number else 0 end) ${own} as ${name('read')},
    range_agg(int4range(number, number + 1)) ${own} as ${name('own')}`;
}

/**
 * The skipped messages of one side after the batch: those after its read mark, without its own and
 * those that count as read.
 */
function skippedBy(side: 'low' | 'high') {
  const name = (of: string) => sql.raw(`said.${of}_${side}`);
  const [read, skipped] = [
    sql.raw(`conversation.${side}_read`),
    sql.raw(`conversation.${side}_skipped`),
  ];
  const since = sql`int4multirange(int4range(${read} + 1, ${name('last')}))`;
  const known = sql`(${name('own')} + int4multirange(int4range(1, ${name('read')} + 1)))`;
  return sql`case when ${name('last')} is null then ${skipped}
    else ${limitSkippedRuns(sql`${skipped} + ${since} - ${known}`)} end`;
}

/**
 * Lock order: senders first, because account deletion locks the account before its friendships;
 * then conversations in the order of their ids, so that two nodes cannot deadlock; then
 * friendships.
 * A sender who is no longer a friend, is suspended or is muted writes nothing, and nobody writes to an
 * account that is suspended or accepts no messages. Numbers come from the locked conversation rows. For a message that is stored
 * already, the stored one is returned.
 */
const write = prepareStatement<WriteResult, Batch>(
  'write-messages',
  {
    place: integer,
    lowId: uuid,
    highId: uuid,
    number: nullable(integer),
    refused: boolean,
    mutedUntil: nullable(timestamptz),
    sentAt: timestamptz,
    earlierText: nullable(text),
  },
  sql`with given as materialized (
    select * from unnest(${value('conversationIds')}::uuid[], ${value('senderIds')}::uuid[],
      ${value('ids')}::uuid[], ${value('texts')}::text[], ${value('readsBefore')}::boolean[],
      ${value('offerIds')}::uuid[], ${value('freeTexts')}::boolean[])
      with ordinality as given (conversation_id, sender_id, id, text, reads_before, offer_id,
        is_free_text, place)
  ), senders as materialized (
    select account.id from ${users} as account
    where account.id in (select sender_id from given)
    order by account.id for key share
  ), held as materialized (
    select conversation.id, conversation.low_id, conversation.high_id, conversation.last_number
    from ${conversations} as conversation
    where conversation.id in (
      select conversation_id from given where sender_id in (select id from senders)
    )
    order by conversation.id for update
  ), friends as materialized (
    select held.id, exists (select from ${users} as account
      where account.id in (held.low_id, held.high_id)
        and ${isSuspended(value('at'), account)}) as silent
    from held join ${friendships} as friendship
      on friendship.low_id = held.low_id and friendship.high_id = held.high_id
    for key share of friendship
  ), known as materialized (
    select given.place, given.conversation_id, given.sender_id, given.id, given.text,
      given.reads_before, given.offer_id, held.low_id, held.high_id, held.last_number, kept.number as kept_number,
      kept.text as kept_text, kept.sent_at as kept_at,
      case when given.is_free_text then ${mutedUntil(sql`given.sender_id`, sql`${value('at')}`)} end
        as muted_until,
      given.offer_id is null and not ${acceptsMessages(receiver)} as refused
    from given
    join held on held.id = given.conversation_id
      and given.sender_id in (held.low_id, held.high_id)
    left join ${messages} as kept on kept.conversation_id = given.conversation_id
      and kept.sender_id = given.sender_id and kept.id = given.id
  ), fresh as materialized (
    select known.*, (known.last_number
      + row_number() over (partition by known.conversation_id order by known.place))::integer as number
    from known join friends on friends.id = known.conversation_id and not friends.silent
    where known.kept_number is null and known.muted_until is null and not known.refused
  ), added as (
    insert into ${messages} (conversation_id, number, id, sender_id, text, trade_offer_id, sent_at)
    select conversation_id, number, id, sender_id, text, offer_id, ${value('at')}::timestamptz
    from fresh order by conversation_id, number
  ), moved as (
    update ${conversations} as conversation
    set last_number = said.last, last_at = ${value('at')}::timestamptz,
      low_read = greatest(conversation.low_read, said.last_low), low_skipped = ${skippedBy('low')},
      high_read = greatest(conversation.high_read, said.last_high), high_skipped = ${skippedBy('high')}
    from (select conversation_id, max(number) as last, ${sentBy('low')}, ${sentBy('high')}
      from fresh group by conversation_id) as said
    where conversation.id = said.conversation_id
  )
  select known.place::integer as place, known.refused, known.muted_until as "mutedUntil", known.low_id as "lowId", known.high_id as "highId",
    coalesce(known.kept_number, fresh.number) as number,
    coalesce(known.kept_at, ${value('at')}::timestamptz) as "sentAt", known.kept_text as "earlierText"
  from known left join fresh on fresh.place = known.place
  left join friends on friends.id = known.conversation_id
  where known.kept_number is not null or friends.id is not null
  order by known.place`,
);

/**
 * Writes messages in the given order in one statement. Returns the messages that were written or
 * stored before, and those that a suspension or a mute prevented. A message without a result was sent to
 * somebody who is not a friend. The ids in the batch must be distinct.
 */
export function insertMessages(
  db: Queryable,
  batch: readonly NewMessage[],
  at: Date,
): Promise<WriteResult[]> {
  return write(db, {
    conversationIds: batch.map(({ conversationId }) => conversationId),
    senderIds: batch.map(({ senderId }) => senderId),
    ids: batch.map(({ id }) => id),
    texts: batch.map(({ text }) => text),
    readsBefore: batch.map(({ readsBefore }) => readsBefore),
    offerIds: batch.map(({ tradeOfferId }) => tradeOfferId ?? null),
    freeTexts: batch.map(({ isFreeText = true }) => isFreeText),
    at,
  });
}
