import { and, eq } from 'drizzle-orm';
import { blocks } from '#database/schema.ts';
import { endTradeOffersOf } from '#database/sql/close-trade-offers.ts';
import { lockAccounts } from '#domain/accounts/lock-accounts.ts';
import { withoutLimits } from '#domain/age-limits/limited-reads.ts';
import type { Ctx } from '#domain/context.ts';
import { requirePlayer } from '#domain/permissions/require-actor.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { deleteRequestsBetween } from '../create-friendship.ts';
import { findPersonByUsername } from '../find-person-by-username.ts';
import { withFriendPairLocked } from '../lock-friend-pair.ts';
import { endFriendship } from '../remove-friend.ts';

/**
 * Blocks a player, who can then send the actor no requests, messages or comments. A friendship,
 * open trade offers and requests in both directions end. Blocking again changes nothing.
 * @throws AppError `login-required`, `guest-not-allowed`, `user-not-found`, `block-self`.
 */
export async function blockPerson(ctx: Ctx, { username }: { username: string }): Promise<void> {
  const actor = requirePlayer(ctx);
  const other = await findPersonByUsername(ctx, username);
  if (other.id === actor.id) throw new AppError('block-self');
  const at = ctx.clock.now();
  // Also offers of cards that the actor may not see end.
  const all = withoutLimits(ctx);
  const { ended, traders } = await withFriendPairLocked(all, [actor.id, other.id], async (tx) => {
    await lockAccounts(tx, [actor.id, other.id], 'key share');
    const friendship = await endFriendship(tx, actor.id, other.id);
    const traders = await endTradeOffersOf(tx, { userId: actor.id, otherId: other.id, at });
    const requests = await deleteRequestsBetween(tx, actor.id, other.id);
    await tx
      .insert(blocks)
      .values({ blockerId: actor.id, blockedId: other.id, since: at })
      .onConflictDoNothing();
    return { ended: friendship || requests > 0, traders };
  });
  // The other player gets no event for a block alone, so that a block cannot be noticed.
  const userIds = ended ? [actor.id, other.id] : [actor.id];
  ctx.events.publish({ type: 'friends-changed', userIds });
  if (traders.length > 0) ctx.events.publish({ type: 'trades-changed', userIds: traders });
}

/**
 * Removes a block. What the block ended is not restored. Returns the id of the player.
 * @throws AppError `login-required`, `guest-not-allowed`, `user-not-found`.
 */
export async function unblockPerson(
  ctx: Ctx,
  { username }: { username: string },
): Promise<{ otherId: string }> {
  const actor = requirePlayer(ctx);
  const other = await findPersonByUsername(ctx, username);
  await ctx.db
    .delete(blocks)
    .where(and(eq(blocks.blockerId, actor.id), eq(blocks.blockedId, other.id)));
  ctx.events.publish({ type: 'friends-changed', userIds: [actor.id] });
  return { otherId: other.id };
}
