import { sql } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { preparedStatement } from '#database/prepared-query.ts';
import { conversations, friendships, messages, users } from '#database/schema.ts';
import { newestRuns } from '#database/unread-messages.ts';
import { isSuspended } from '../accounts/suspension.ts';

/** What somebody says. Whether they may is the statement's to find out. */
export interface NewMessage {
  conversationId: string;
  senderId: string;
  /** As its client named it. */
  id: string;
  text: string;
  /** Whether everything before it counts as read by its sender; else only what was shown does. */
  readsBefore: boolean;
}

/** What became of one message. */
export interface Written {
  /** Its place in the batch, from 1. */
  place: number;
  lowId: string;
  highId: string;
  /** Null where it was not written, as one of the two is suspended. */
  number: number | null;
  sentAt: Date;
  /** Null when it is new; else what was kept under its id before. */
  keptText: string | null;
}

interface Batch extends Record<string, unknown> {
  conversationIds: string[];
  senderIds: string[];
  ids: string[];
  texts: string[];
  readsBefore: boolean[];
  at: Date;
}

const value = sql.placeholder;
const account = { banned: sql`account.banned`, banExpires: sql`account.ban_expires` };

/** What one side said in the batch: its last number, its last that reads all before, and all numbers. */
function saidBy(side: 'low' | 'high') {
  const name = (of: string) => sql.raw(`${of}_${side}`);
  const own = sql`filter (where sender_id = ${sql.raw(`${side}_id`)})`;
  return sql`max(number) ${own} as ${name('last')},
    max(case when reads_before then number else 0 end) ${own} as ${name('read')},
    range_agg(int4range(number, number + 1)) ${own} as ${name('own')}`;
}

/** What it has skipped then: what came since its mark, but for its own and what counts as read. */
function skippedBy(side: 'low' | 'high') {
  const name = (of: string) => sql.raw(`said.${of}_${side}`);
  const [read, skipped] = [sql.raw(`talk.${side}_read`), sql.raw(`talk.${side}_skipped`)];
  const since = sql`int4multirange(int4range(${read} + 1, ${name('last')}))`;
  const known = sql`(${name('own')} + int4multirange(int4range(1, ${name('read')} + 1)))`;
  return sql`case when ${name('last')} is null then ${skipped}
    else ${newestRuns(sql`${skipped} + ${since} - ${known}`)} end`;
}

/**
 * Senders are held first, as a deletion holds the account before its friendships. Conversations are held
 * in the order of their ids, so that two nodes cannot wait for each other, and friendships with them: whoever is no friend any more when this is written, or suspended, says nothing,
 * and nobody says anything to a suspended account. Numbers are given out from the rows that are held.
 * What was kept before is answered, not written again.
 */
const write = preparedStatement<Written, Batch>(
  'write-messages',
  sql`with given as materialized (
    select * from unnest(${value('conversationIds')}::uuid[], ${value('senderIds')}::uuid[],
      ${value('ids')}::uuid[], ${value('texts')}::text[], ${value('readsBefore')}::boolean[])
      with ordinality as given (conversation_id, sender_id, id, text, reads_before, place)
  ), senders as materialized (
    select account.id from ${users} as account
    where account.id in (select sender_id from given)
    order by account.id for key share
  ), held as materialized (
    select talk.id, talk.low_id, talk.high_id, talk.last_number
    from ${conversations} as talk
    where talk.id in (
      select conversation_id from given where sender_id in (select id from senders)
    )
    order by talk.id for update
  ), friends as materialized (
    select held.id, exists (select from ${users} as account
      where account.id in (held.low_id, held.high_id)
        and ${isSuspended(value('at'), account)}) as silent
    from held join ${friendships} as friendship
      on friendship.low_id = held.low_id and friendship.high_id = held.high_id
    for key share of friendship
  ), known as materialized (
    select given.place, given.conversation_id, given.sender_id, given.id, given.text,
      given.reads_before, held.low_id, held.high_id, held.last_number, kept.number as kept_number,
      kept.text as kept_text, kept.sent_at as kept_at
    from given
    join held on held.id = given.conversation_id
      and given.sender_id in (held.low_id, held.high_id)
    left join ${messages} as kept on kept.conversation_id = given.conversation_id
      and kept.sender_id = given.sender_id and kept.id = given.id
  ), fresh as materialized (
    select known.*, (known.last_number
      + row_number() over (partition by known.conversation_id order by known.place))::integer as number
    from known join friends on friends.id = known.conversation_id and not friends.silent
    where known.kept_number is null
  ), added as (
    insert into ${messages} (conversation_id, number, id, sender_id, text, sent_at)
    select conversation_id, number, id, sender_id, text, ${value('at')}::timestamptz
    from fresh order by conversation_id, number
  ), moved as (
    update ${conversations} as talk
    set last_number = said.last, last_at = ${value('at')}::timestamptz,
      low_read = greatest(talk.low_read, said.last_low), low_skipped = ${skippedBy('low')},
      high_read = greatest(talk.high_read, said.last_high), high_skipped = ${skippedBy('high')}
    from (select conversation_id, max(number) as last, ${saidBy('low')}, ${saidBy('high')}
      from fresh group by conversation_id) as said
    where talk.id = said.conversation_id
  )
  select known.place::integer as place, known.low_id as "lowId", known.high_id as "highId",
    coalesce(known.kept_number, fresh.number) as number,
    coalesce(known.kept_at, ${value('at')}::timestamptz) as "sentAt", known.kept_text as "keptText"
  from known left join fresh on fresh.place = known.place
  left join friends on friends.id = known.conversation_id
  where known.kept_number is not null or friends.id is not null
  order by known.place`,
);

/**
 * Writes messages in the order given, in one statement. Answers what was written or kept before, and
 * what a suspension kept away; for what is missing its sender is no friend there. An id may come but once.
 */
export function writeMessages(
  db: Database,
  batch: readonly NewMessage[],
  at: Date,
): Promise<Written[]> {
  return write(db, {
    conversationIds: batch.map(({ conversationId }) => conversationId),
    senderIds: batch.map(({ senderId }) => senderId),
    ids: batch.map(({ id }) => id),
    texts: batch.map(({ text }) => text),
    readsBefore: batch.map(({ readsBefore }) => readsBefore),
    at,
  });
}
