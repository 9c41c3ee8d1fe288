import { readPrice } from '#domain/catalog/prices/read-prices.ts';
import { buyGame } from '#domain/game-library/buy-game.ts';
import { configuredPrice } from './changing-rules.ts';
import { type OperationContext, runInTabs } from './operation-context.ts';
import { createAccountCtx } from './request-contexts.ts';
import { runUntilAnswered, submitForm } from './simulation-state.ts';

/** The account buys a game. */
export async function buyGameOf(
  { worker, operation, account, at }: OperationContext,
  gameId: number,
): Promise<void> {
  const { gameIds, model } = worker.world;
  const ctx = await createAccountCtx(worker, account, at);
  const shown = await runUntilAnswered(worker, 'read-price', () => readPrice(ctx, gameId));
  // One form in eight carries a price that the game never had, and one that of the configuration.
  const stale = [1, configuredPrice][operation.cents % 8];
  const price = stale ?? shown ?? 1;
  await runInTabs(operation, async () => {
    const bought = await submitForm(
      worker,
      operation,
      (key) => buyGame(ctx, { gameId, key, price }),
      (key) => buyGame(ctx, { gameId: gameIds.find((id) => id !== gameId) ?? 0, key, price }),
    );
    if (!bought) return;
    if (stale !== undefined)
      model.violations.push(`game ${gameId} was bought for ${price}, which was never its price`);
    if (account.games.has(gameId))
      model.violations.push(`game ${gameId} was bought twice by one account`);
    account.games.add(gameId);
    account.paidForGames += price;
  });
}
