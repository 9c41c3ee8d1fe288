import type { Ctx } from '../../context.ts';
import { unblockPerson } from '../../friends/blocks/block-person.ts';
import { requirePlayer } from '../../permissions/require-actor.ts';
import { rematchBooksOf } from './rematch-books.ts';

/**
 * Removes a block. Orders and listings of the two players that cross are matched at once; if that fails, the
 * job of the next minute does it.
 * @throws AppError as `unblockPerson`
 */
export async function unblockAndMatchOrders(ctx: Ctx, person: { username: string }): Promise<void> {
  const { otherId } = await unblockPerson(ctx, person);
  await rematchBooksOf(ctx, [requirePlayer(ctx).id, otherId]).catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'orders could not be matched after a block ended; a job retries');
  });
}
