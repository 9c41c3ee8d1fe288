import { checkRule } from '#domain/audit/audit-rule.ts';
import { ownOrdersRule } from '#domain/audit/order-audit-rules.ts';
import { listCardKinds } from '#domain/card-sets/list-card-set.ts';
import { orderMissingCards } from '#domain/collections/order-missing-cards.ts';
import { blockPerson } from '#domain/friends/blocks/block-person.ts';
import { cancelOrder, expireOrders } from '#domain/market/orders/end-orders.ts';
import { placeOrder } from '#domain/market/orders/place-order.ts';
import { rematchBooks } from '#domain/market/orders/rematch-books.ts';
import { unblockAndMatchOrders } from '#domain/market/orders/unblock-and-match-orders.ts';
import { checkForDoubledCards } from './find-doubled-cards.ts';
import { sellOffers } from './market-operations.ts';
import { closeListing, type Model, type ModelOrder } from './model.ts';
import { type OperationContext, pick, runInTabs } from './operation-context.ts';
import type { OperationKind } from './operations.ts';
import { createAccountCtx, createRequestCtx } from './request-contexts.ts';
import { count, runUntilAnswered, submitForm, type Worker } from './simulation-state.ts';

type OrderOperationKind = Extract<
  OperationKind,
  | 'place-order'
  | 'order-missing'
  | 'cancel-order'
  | 'sell-to-order'
  | 'match-orders'
  | 'block'
  | 'unblock'
>;

/** The operations of players on buy orders, and the job that ends and matches them. */
export const orderOperations: Record<
  OrderOperationKind,
  (context: OperationContext) => Promise<unknown>
> = {
  // Mostly for a card that somebody sells, often at its price.
  async 'place-order'({ worker, operation, account, at }) {
    const { model } = worker.world;
    const listing = pick(model.visibleListings, operation.choice);
    if (!listing) return count(worker.world.done, 'place-order: nothing available');
    const { gameId, kindId } = listing;
    const ctx = await createAccountCtx(worker, account, at);
    const price = operation.choice % 2 === 0 ? operation.cents : listing.price;
    const quantity = 1 + (operation.choice % 4);
    const order = { gameId, kindId, price, quantity };
    await runInTabs(operation, async () => {
      const placed = await submitForm(
        worker,
        operation,
        (key) => placeOrder(ctx, { ...order, key }),
        (key) => placeOrder(ctx, { ...order, quantity: quantity + 1, key }),
      );
      if (!placed) return;
      const { orderId, bought, remaining } = placed;
      recordOrder(model, { orderId, buyer: account, ...order, open: remaining > 0 }, bought);
    });
    await checkOwnOrders(worker);
  },

  // For each second card of the set, whether the account has it or not.
  async 'order-missing'({ worker, operation, account, at }) {
    const { model } = worker.world;
    const gameId = pick([...account.games], operation.choice);
    if (gameId === undefined) return count(worker.world.done, 'order-missing: nothing available');
    const ctx = await createAccountCtx(worker, account, at);
    const readSet = () => listCardKinds(worker.database.db, gameId);
    const kinds = await runUntilAnswered(worker, 'read set', readSet);
    const orders = (kinds ?? [])
      .filter((_, index) => (index + operation.choice) % 2 === 0)
      .map(({ id }) => ({ kindId: id, price: operation.cents }));
    const { tabs } = operation;
    const [itemIds, orderIds] = [new Set<string>(), new Set<string>()];
    await runInTabs({ ...operation, tabs: tabs + 1 }, async () => {
      const report = await submitForm(
        worker,
        operation,
        (key) => orderMissingCards(ctx, { gameId, orders, key }),
        (key) => orderMissingCards(ctx, { gameId, orders: orders.slice(1), key }),
      );
      for (const { kindId, price, outcome } of report?.cards ?? []) {
        if (!outcome || 'reason' in outcome) continue;
        const { orderId, bought } = outcome;
        orderIds.add(orderId);
        if (bought) itemIds.add(bought.itemId);
        const order = {
          orderId,
          buyer: account,
          gameId,
          kindId,
          price,
          quantity: 1,
          open: !bought,
        };
        recordOrder(model, order, bought ? [bought] : []);
      }
    });
    await checkForDoubledCards(worker, account.actor.id, { itemIds, orderIds });
  },

  async 'cancel-order'(context) {
    const { worker, operation, account, at } = context;
    const order = pickOrder(context);
    if (!order) return count(worker.world.done, 'cancel-order: nothing available');
    // One in eight tries to cancel an order of another account.
    const canceller = operation.choice % 8 === 0 ? account : order.buyer;
    const ctx = await createAccountCtx(worker, canceller, at);
    const { orderId } = order;
    await runInTabs(operation, async () => {
      const cancelled = await submitForm(worker, operation, (key) =>
        cancelOrder(ctx, { orderId, key }),
      );
      if (!cancelled) return;
      const { violations } = worker.world.model;
      if (canceller !== order.buyer) violations.push(`${orderId} was cancelled by another account`);
      if (order.returned !== null) violations.push(`${orderId} was cancelled twice`);
      order.open = false;
      order.returned = cancelled.returned;
    });
  },

  async 'sell-to-order'(context) {
    const { worker, operation, account } = context;
    const { model } = worker.world;
    const card = account.knownCards.find(({ gameId, kindId }) =>
      model.visibleOrders.some(
        (order) => order.open && order.gameId === gameId && order.kindId === kindId,
      ),
    );
    const order = model.visibleOrders.find(
      ({ open, gameId, kindId }) => open && gameId === card?.gameId && kindId === card.kindId,
    );
    if (!card || !order) return count(worker.world.done, 'sell-to-order: nothing available');
    const price = Math.max(1, order.price - (operation.choice % 3));
    await runInTabs(operation, () => sellOffers(context, [{ ...card, price, copies: 1 }]));
    await checkOwnOrders(worker);
  },

  async 'match-orders'({ worker, operation, at }) {
    const ctx = createRequestCtx(worker, null, at);
    const work = async () => {
      const expired = await expireOrders(ctx);
      return { expired, trades: await rematchBooks(ctx) };
    };
    const done = await runUntilAnswered(worker, 'match-orders', work, operation.failure);
    if (done?.expired) count(worker.world.done, 'match-orders: orders expired');
    if (done?.trades) count(worker.world.done, 'match-orders: orders matched');
  },

  // Mostly accounts that trade with each other.
  async block({ worker, operation, account, at }) {
    const { model } = worker.world;
    const buyer = pick(model.visibleOrders, operation.choice)?.buyer;
    const blocked = pick(model.present, operation.choice);
    if (!buyer || !blocked) return count(worker.world.done, 'block: nothing available');
    const blocker = operation.choice % 2 === 0 ? buyer : account;
    const ctx = await createAccountCtx(worker, blocker, at);
    const { username } = blocked.actor;
    const work = () => blockPerson(ctx, { username }).then(() => true);
    await runInTabs(operation, () => runUntilAnswered(worker, 'block', work, operation.failure));
  },

  async unblock({ worker, operation, at }) {
    const { world, database } = worker;
    const stored = await database.db.query.blocks.findMany({
      orderBy: (table, { asc }) => [asc(table.since), asc(table.blockerId), asc(table.blockedId)],
    });
    const block = pick(stored, operation.choice);
    const find = (id?: string) => world.model.present.find(({ actor }) => actor.id === id);
    const [blocker, blocked] = [find(block?.blockerId), find(block?.blockedId)];
    if (!blocker || !blocked) return count(world.done, 'unblock: nothing available');
    const ctx = await createAccountCtx(worker, blocker, at);
    const { username } = blocked.actor;
    const work = () => unblockAndMatchOrders(ctx, { username }).then(() => true);
    await runUntilAnswered(worker, 'unblock', work, operation.failure);
  },
};

/** Checks that no open order meets a listing of its own buyer, while other operations run. */
async function checkOwnOrders(worker: Worker): Promise<void> {
  const { world, database } = worker;
  const violation = await runUntilAnswered(worker, 'check own orders', () =>
    // Not the time of this operation: others may already have seen an order end.
    checkRule(database.db, ownOrdersRule, {
      feePercent: 0,
      priceDelayMs: 0,
      now: new Date(world.time),
    }),
  );
  if (violation) world.model.violations.push(violation.description);
}

/** Few enough that several operations choose the same one. */
const visibleMax = 60;

function recordOrder(
  model: Model,
  order: Omit<ModelOrder, 'returned'>,
  bought: readonly { itemId: string; price: number }[],
): void {
  const { orderId, buyer, gameId, kindId } = order;
  if (model.orders.has(orderId)) model.violations.push(`order ${orderId} was placed twice`);
  const made = { ...order, returned: null };
  model.orders.set(orderId, made);
  model.visibleOrders.push(made);
  if (model.visibleOrders.length > visibleMax) model.visibleOrders.shift();
  for (const { itemId, price } of bought) {
    model.orderSales.set(itemId, price);
    buyer.knownCards.push({ gameId, kindId });
    closeListing(model, itemId);
  }
}

function pickOrder({ worker, operation }: OperationContext): ModelOrder | undefined {
  return pick(worker.world.model.visibleOrders, operation.choice);
}
