import { sql } from 'drizzle-orm';
import { type ColumnTypes, integer, oneOf, uuid } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { pushSubscriptions, waitingPushes } from '#database/schema.ts';
import {
  type NotificationKind,
  notificationKinds,
} from '#shared/constants/notifications/notification-kinds.ts';
import { pushConstants } from '#shared/constants/notifications/push.ts';
import type { Ctx } from '../../context.ts';

/** A push that this node has claimed. */
export interface ClaimedPush {
  id: string;
  subscriptionId: string;
  kind: NotificationKind;
  attempts: number;
}

const columns: ColumnTypes<ClaimedPush> = {
  id: uuid,
  subscriptionId: uuid,
  kind: oneOf(notificationKinds),
  attempts: integer,
};

const claim = declareStatement<
  ClaimedPush,
  { now: string; leaseEnd: string; isFailing: boolean; limit: number }
>(
  columns,
  sql`update ${waitingPushes} as push
    set attempts = push.attempts + 1, next_attempt_at = ${sql.placeholder('leaseEnd')}::timestamptz
    where push.id = any(array(
      select waiting.id
      from ${waitingPushes} as waiting
      join ${pushSubscriptions} as subscription on subscription.id = waiting.subscription_id
      where waiting.next_attempt_at <= ${sql.placeholder('now')}::timestamptz
        and (subscription.failing_since is not null) = ${sql.placeholder('isFailing')}::boolean
      order by waiting.next_attempt_at
      limit ${sql.placeholder('limit')}::integer
      for update of waiting skip locked))
    returning push.id, push.subscription_id as "subscriptionId", push.kind, push.attempts`,
);

/**
 * Claims the first due pushes, to browsers whose last push failed or to the others. Until the end of the lease
 * no other node sends them.
 */
export function claimPushes(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  { isFailing, limit }: { isFailing: boolean; limit: number },
): Promise<ClaimedPush[]> {
  const now = clock.now();
  const leaseEnd = new Date(now.getTime() + pushConstants.leaseMs);
  return claim(db, {
    now: now.toISOString(),
    leaseEnd: leaseEnd.toISOString(),
    isFailing,
    limit,
  });
}
