import { changeSiteSettings } from '#domain/administration/change-site-setting.ts';
import { addSale, endSale } from '#domain/catalog/prices/change-sales.ts';
import { setGamePrice } from '#domain/catalog/prices/set-game-price.ts';
import { largestTopUps, marketFees, startingAmounts, usualPrices } from './changing-rules.ts';
import { type OperationContext, pick } from './operation-context.ts';
import type { OperationKind } from './operations.ts';
import { createRequestCtx } from './request-contexts.ts';
import { runUntilAnswered } from './simulation-state.ts';

type PriceKind = Extract<OperationKind, 'change-price' | 'change-sale' | 'change-rules'>;

/**
 * The operations of catalog editors and admins, while games are bought and cards are sold. The prices of editors are
 * even numbers of cents.
 */
export const priceOperations: Record<PriceKind, (context: OperationContext) => Promise<unknown>> = {
  async 'change-price'({ worker, operation, at }) {
    const { gameIds, moderator } = worker.world;
    const ctx = createRequestCtx(worker, moderator, at);
    const gameId = pick(gameIds, operation.choice) ?? 0;
    const price = pick([null, 0, 2_00, 8_00, 12_00], operation.cents) ?? null;
    const change = () => setGamePrice(ctx, { gameId, price });
    await runUntilAnswered(worker, 'change-price', change, operation.failure);
  },

  async 'change-sale'({ worker, operation, at }) {
    const { gameIds, moderator } = worker.world;
    const ctx = createRequestCtx(worker, moderator, at);
    const gameId = pick(gameIds, operation.choice) ?? 0;
    const startsAt = new Date(at + (operation.cents % 3) * 20_000);
    const endsAt = new Date(startsAt.getTime() + 1 + (operation.choice % 60_000));
    const price = pick([0, 1_00, 4_00], operation.cents) ?? 0;
    const add = () => addSale(ctx, { gameId, price, startsAt, endsAt });
    const added = await runUntilAnswered(worker, 'add-sale', add, operation.failure);
    if (!added || operation.choice % 4 !== 0) return;
    const { saleId } = added;
    await runUntilAnswered(worker, 'end-sale', () => endSale(ctx, { gameId, saleId }));
  },

  async 'change-rules'({ worker, operation, at }) {
    const ctx = createRequestCtx(worker, worker.world.moderator, at);
    const gamePrice = pick(usualPrices, operation.choice);
    const marketFee = pick(marketFees, operation.cents);
    const startingMoney = pick(startingAmounts, operation.choice >> 1);
    const topUpSingle = pick(largestTopUps, operation.choice >> 2);
    const values = { gamePrice, marketFee, startingMoney, topUpSingle };
    const change = () => changeSiteSettings(ctx, values);
    await runUntilAnswered(worker, 'change-rules', change, operation.failure);
  },
};
