import { readPrice } from '#domain/catalog/prices/read-prices.ts';
import { buyGame } from '#domain/game-library/buy-game.ts';
import { configuredPrice, groupPrices } from './changing-rules.ts';
import { mayBeMember } from './model.ts';
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
  // One form in eight carries a price that the game never had, one that of the configuration, and two those of members.
  const stale = [1, configuredPrice][operation.cents % 8];
  const ofMembers = groupPrices[(operation.cents % 8) - 2];
  const price = stale ?? ofMembers ?? shown ?? 1;
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
    if (groupPrices.includes(price) && !mayBeMember(model, account))
      model.violations.push(`game ${gameId} was bought for a price of members by another account`);
    if (account.games.has(gameId))
      model.violations.push(`game ${gameId} was bought twice by one account`);
    account.games.add(gameId);
    account.paidForGames += price;
  });
}
