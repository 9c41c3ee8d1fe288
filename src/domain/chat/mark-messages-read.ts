import { type SQL, sql } from 'drizzle-orm';
import { uuid } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { conversations, friendships } from '#database/schema.ts';
import { limitSkippedRuns } from '#database/sql/count-unread-messages.ts';
import type { Ctx } from '../context.ts';
import { requirePlayer } from '../permissions/require-actor.ts';

const value = sql.placeholder;
const actorId = sql`${value('actorId')}::uuid`;
const from = sql`${value('from')}::integer`;
const to = sql`least(${value('number')}::integer, conversation.last_number)`;
const shown = sql`int4multirange(int4range(${from}, ${to} + 1))`;

/**
 * The new read mark and skipped messages of one side, which change only when that side is the
 * actor.
 */
function marksOf(side: 'low' | 'high') {
  const column = (name: string) => sql.raw(`conversation.${side}_${name}`);
  const [read, skipped] = [column('read'), column('skipped')];
  const isActor = sql`${column('id')} = ${actorId}`;
  const before = sql`int4range(${read} + 1, greatest(${read} + 1, least(${from}, ${to})))`;
  const set = (marked: SQL, else_: SQL) =>
    sql`case when ${isActor} then ${marked} else ${else_} end`;
  return {
    read: set(sql`greatest(${read}, ${to})`, read),
    skipped: set(limitSkippedRuns(sql`${skipped} + int4multirange(${before}) - ${shown}`), skipped),
    isUnread: sql`(${isActor} and (${read} < ${to} or ${skipped} && ${shown}))`,
  };
}

const [low, high] = [marksOf('low'), marksOf('high')];

// The bounds are compared before ranges are made: a range whose end is before its start is an error
// in Postgres.
const moveMark = prepareStatement<
  { id: string },
  { conversationId: string; actorId: string; from: number; number: number }
>(
  'mark-read',
  { id: uuid },
  sql`update ${conversations} as conversation
    set low_read = ${low.read}, low_skipped = ${low.skipped},
      high_read = ${high.read}, high_skipped = ${high.skipped}
    where conversation.id = ${value('conversationId')}::uuid
      and case when ${from} <= ${to} then ${low.isUnread} or ${high.isUnread} else false end
      and exists (select from ${friendships} as friendship
        where friendship.low_id = conversation.low_id and friendship.high_id = conversation.high_id)
    returning conversation.id`,
);

/**
 * Marks the messages from `from` (by default the first) up to `number` as read by the actor.
 * Messages before `from` do not change. Conversations of other players or with a former friend do
 * not change.
 * @throws AppError `login-required`, `guest-not-allowed`.
 */
export async function markMessagesRead(
  ctx: Ctx,
  input: { conversationId: string; from?: number; number: number },
): Promise<void> {
  const actor = requirePlayer(ctx);
  const { conversationId, from = 1, number } = input;
  const updated = await moveMark(ctx.db, { conversationId, from, number, actorId: actor.id });
  if (updated.length > 0) ctx.events.publish({ type: 'unread-changed', userId: actor.id });
}
