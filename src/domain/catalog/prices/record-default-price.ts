import { defaultGamePrices } from '#database/schema.ts';
import type { Ctx } from '../../context.ts';

/** Records this node's `GAME_PRICE`, when the node starts. The audit accepts every price that was recorded. */
export async function recordDefaultPrice({
  db,
  clock,
  rules,
}: Pick<Ctx, 'db' | 'clock' | 'rules'>): Promise<void> {
  await db
    .insert(defaultGamePrices)
    .values({ price: rules.gamePriceCents, since: clock.now() })
    .onConflictDoNothing();
}
