import { changeSiteSettings } from '#domain/administration/change-site-setting.ts';
import { addSale, endSale } from '#domain/catalog/prices/change-sales.ts';
import { setGamePrice } from '#domain/catalog/prices/set-game-price.ts';
import { setGroupPrice } from '#domain/catalog/prices/set-group-price.ts';
import { addMember, removeMember } from '#domain/groups/change-members.ts';
import { createGroup } from '#domain/groups/save-group.ts';
import {
  groupPrices,
  largestTopUps,
  marketFees,
  startingAmounts,
  usualPrices,
} from './changing-rules.ts';
import { mayBeMember } from './model.ts';
import { type OperationContext, pick } from './operation-context.ts';
import type { OperationKind } from './operations.ts';
import { createRequestCtx } from './request-contexts.ts';
import { runUntilAnswered, type Worker } from './simulation-state.ts';

type PriceKind = Extract<
  OperationKind,
  'change-price' | 'change-sale' | 'change-rules' | 'change-group-price' | 'change-membership'
>;

/** Creates the group for whose members games have prices, and the one into which codes lead. */
export async function createGroups({ world, database, nodeCtx }: Worker): Promise<void> {
  const ctx = { ...nodeCtx, db: database.db, actor: world.moderator };
  const facts = { description: '', membersShownTo: 'leaders', joining: 'invitation' } as const;
  world.pricedGroupId = (await createGroup(ctx, { name: 'Members', ...facts })).id;
  world.codesGroupId = (await createGroup(ctx, { name: 'With codes', ...facts })).id;
}

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

  async 'change-group-price'({ worker, operation, at }) {
    const { gameIds, moderator, pricedGroupId: groupId } = worker.world;
    const ctx = createRequestCtx(worker, moderator, at);
    const gameId = pick(gameIds, operation.choice) ?? 0;
    const price = pick([...groupPrices, null], operation.cents) ?? null;
    const change = () => setGroupPrice(ctx, { gameId, groupId, price });
    await runUntilAnswered(worker, 'change-group-price', change, operation.failure);
  },

  /** Every second account is never a member. */
  async 'change-membership'({ worker, operation, account, at }) {
    const { model, moderator, pricedGroupId: groupId } = worker.world;
    if (!mayBeMember(model, account)) return;
    const ctx = createRequestCtx(worker, moderator, at);
    const { username } = account.actor;
    const change = () =>
      operation.choice % 3 === 0
        ? removeMember(ctx, { groupId, username })
        : addMember(ctx, { groupId, username });
    await runUntilAnswered(worker, 'change-membership', change, operation.failure);
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
