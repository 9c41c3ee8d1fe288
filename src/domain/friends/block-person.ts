import { and, eq } from 'drizzle-orm';
import { blocks } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { lockAccounts } from '../accounts/lock-accounts.ts';
import { requirePlayer } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { deleteRequestsBetween } from './befriend.ts';
import { findPerson } from './find-person.ts';
import { withBothLocked } from './friend-pair.ts';
import { endFriendship } from './remove-friend.ts';

/**
 * Keeps somebody away: no requests, messages or comments. A friendship and requests both ways end.
 * Blocking again changes nothing.
 * @throws Refusal `login-required`, `guest-not-allowed`, `user-not-found`, `block-self`.
 */
export async function blockPerson(ctx: Ctx, { username }: { username: string }): Promise<void> {
  const actor = requirePlayer(ctx);
  const other = await findPerson(ctx, username);
  if (other.id === actor.id) throw new AppError('block-self');
  const ended = await withBothLocked(ctx, [actor.id, other.id], async (tx) => {
    await lockAccounts(tx, [actor.id, other.id], 'key share');
    const friendship = await endFriendship(tx, actor.id, other.id);
    const requests = await deleteRequestsBetween(tx, actor.id, other.id);
    await tx
      .insert(blocks)
      .values({ blockerId: actor.id, blockedId: other.id, since: ctx.clock.now() })
      .onConflictDoNothing();
    return friendship || requests > 0;
  });
  // Of a block alone the other learns nothing.
  const userIds = ended ? [actor.id, other.id] : [actor.id];
  ctx.events.publish({ type: 'friends-changed', userIds });
}

/**
 * Lets somebody near again; what the block ended does not come back.
 * @throws Refusal `login-required`, `guest-not-allowed`, `user-not-found`.
 */
export async function unblockPerson(ctx: Ctx, { username }: { username: string }): Promise<void> {
  const actor = requirePlayer(ctx);
  const other = await findPerson(ctx, username);
  await ctx.db
    .delete(blocks)
    .where(and(eq(blocks.blockerId, actor.id), eq(blocks.blockedId, other.id)));
  ctx.events.publish({ type: 'friends-changed', userIds: [actor.id] });
}
