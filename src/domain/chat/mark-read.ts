import { sql } from 'drizzle-orm';
import { conversations, friendships } from '#db/schema.ts';
import { preparedStatement } from '#db/statement.ts';
import { requirePlayer } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';

const value = sql.placeholder;
const actorId = sql`${value('actorId')}::uuid`;
const number = sql`${value('number')}::integer`;

const moveMark = preparedStatement<
  { id: string },
  { conversationId: string; actorId: string; number: number }
>(
  'mark-read',
  sql`update ${conversations} as talk
    set low_read = case when talk.low_id = ${actorId}
        then greatest(talk.low_read, least(${number}, talk.last_number)) else talk.low_read end,
      high_read = case when talk.high_id = ${actorId}
        then greatest(talk.high_read, least(${number}, talk.last_number)) else talk.high_read end
    where talk.id = ${value('conversationId')}::uuid and (
      (talk.low_id = ${actorId} and talk.low_read < least(${number}, talk.last_number))
      or (talk.high_id = ${actorId} and talk.high_read < least(${number}, talk.last_number)))
      and exists (select from ${friendships} as friendship
        where friendship.low_id = talk.low_id and friendship.high_id = talk.high_id)
    returning talk.id`,
);

/**
 * Notes that the actor has read a conversation up to a number; never back, never beyond the last. A
 * conversation of others, or with who is no friend any more, stays as it is.
 * @throws Refusal `login-required`, `guest-not-allowed`.
 */
export async function markRead(
  ctx: Ctx,
  input: { conversationId: string; number: number },
): Promise<void> {
  const actor = requirePlayer(ctx);
  const moved = await moveMark(ctx.db, { ...input, actorId: actor.id });
  if (moved.length > 0) ctx.events.publish({ type: 'unread-changed', userId: actor.id });
}
