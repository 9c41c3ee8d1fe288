import type { Queryable } from '#database/client.ts';
import type { Ctx } from '#domain/context.ts';
import { addNotification } from '#domain/notifications/add-notification.ts';

/** Notifies the subscribers of a discussion of a new comment. Call `deliverSoon` after the commit. */
export async function notifySubscribers(
  ctx: Pick<Ctx, 'clock'>,
  tx: Queryable,
  { discussionId, title, authorId }: { discussionId: string; title: string; authorId: string },
): Promise<void> {
  await addNotification(ctx, tx, {
    userId: null,
    kind: 'discussion-comment',
    actorId: authorId,
    thing: discussionId,
    thingName: title,
  });
}
