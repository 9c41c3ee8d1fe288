import { listCardSet } from '../card-sets/list-card-set.ts';
import type { Ctx } from '../context.ts';
import { requireActor } from '../permissions/require-actor.ts';
import { getRules } from '../site/current-rules.ts';
import { readCardsSinceLegendary } from './game-progress.ts';

/**
 * Returns the odds of the actor's next card of a game, and how many cards it drew since its last legendary one;
 * null for a set without a legendary card. @throws AppError `login-required`.
 */
export async function getDrawChances(ctx: Ctx, { gameId }: { gameId: number }) {
  const { id: userId } = requireActor(ctx);
  const cardsBefore = await readCardsSinceLegendary(ctx.db, { userId, gameId });
  const { kinds } = await listCardSet(ctx, gameId, {
    cardsBefore,
    weights: (await getRules(ctx)).rarityWeights,
  });
  const legendary = kinds.filter(({ rarity }) => rarity === 'legendary');
  const odds = legendary.reduce((sum, kind) => sum + kind.odds, 0);
  return { kinds, streak: legendary.length > 0 ? { cards: cardsBefore, odds } : null };
}

/** The odds of an account's next card of a game. */
export type DrawChances = Awaited<ReturnType<typeof getDrawChances>>;
