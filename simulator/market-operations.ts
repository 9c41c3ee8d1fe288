import { buyMissingCards } from '#domain/collections/buy-missing-cards.ts';
import { isBought } from '#domain/collections/missing-cards-report.ts';
import { buyListing } from '#domain/market/buy-listing.ts';
import { repriceListing } from '#domain/market/reprice-listing.ts';
import { type SellOffer, sellCards } from '#domain/market/selling/sell-cards.ts';
import {
  withdrawAllListings,
  withdrawChosenListings,
  withdrawListing,
} from '#domain/market/withdraw-listings.ts';
import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';
import { getKnownSuspension } from './account-suspension.ts';
import { checkForDoubledCards } from './find-doubled-cards.ts';
import {
  addListing,
  closeListing,
  type ModelListing,
  openListingsOf,
  pickListing,
  recordSale,
  returnToSeller,
} from './model.ts';
import { type OperationContext, pick, runInTabs } from './operation-context.ts';
import type { OperationKind } from './operations.ts';
import { createAccountCtx } from './request-contexts.ts';
import { count, submitForm } from './simulation-state.ts';

type MarketOperationKind = Extract<
  OperationKind,
  'sell' | 'sell-duplicates' | 'reprice' | 'remove' | 'remove-all' | 'buy' | 'swap' | 'buy-missing'
>;

/** The operations of players on the market. */
export const marketOperations: Record<
  MarketOperationKind,
  (context: OperationContext) => Promise<unknown>
> = {
  async sell(context) {
    const { account, operation } = context;
    const card = pick(account.knownCards, operation.choice);
    if (!card) return count(context.worker.world.done, 'sell: nothing available');
    await runInTabs(operation, () =>
      sellOffers(context, [{ ...card, price: operation.cents, copies: 1 }]),
    );
  },

  async 'sell-duplicates'(context) {
    const { account, operation } = context;
    const kinds = Map.groupBy(account.knownCards, ({ gameId, kindId }) => `${gameId} ${kindId}`);
    const offers = [...kinds.values()]
      .filter((cards) => cards.length > 1)
      .slice(0, 5)
      .flatMap(([card, ...rest]) =>
        card ? [{ ...card, price: operation.cents, copies: rest.length }] : [],
      );
    if (offers.length === 0)
      return count(context.worker.world.done, 'sell-duplicates: nothing available');
    await runInTabs(operation, () => sellOffers(context, offers));
  },

  async reprice({ worker, operation, at }) {
    const { model } = worker.world;
    const listing = pickListing(model, operation.choice);
    if (!listing) return count(worker.world.done, 'reprice: nothing available');
    const ctx = await createAccountCtx(worker, listing.seller, at);
    const { itemId } = listing;
    const price = operation.cents;
    await runInTabs(operation, async () => {
      const changed = await submitForm(
        worker,
        operation,
        (key) => repriceListing(ctx, { itemId, price, key }),
        (key) => repriceListing(ctx, { itemId, price: price === 1 ? 2 : price - 1, key }),
      );
      if (!changed || (changed.itemId === itemId && price === listing.price)) return;
      closeListing(model, itemId);
      addListing(model, { ...listing, itemId: changed.itemId, price, open: !changed.sold });
      if (changed.sold) model.orderSales.set(changed.itemId, changed.sold.price);
    });
  },

  async remove({ worker, operation, account, at }) {
    const { model } = worker.world;
    const listing = pickListing(model, operation.choice);
    if (!listing) return count(worker.world.done, 'remove: nothing available');
    // One in eight tries to withdraw a listing of another account.
    const remover = operation.choice % 8 === 0 ? account : listing.seller;
    const ctx = await createAccountCtx(worker, remover, at);
    const { itemId } = listing;
    await runInTabs(operation, async () => {
      const removed = await submitForm(worker, operation, (key) =>
        withdrawListing(ctx, { itemId, key }),
      );
      if (!removed) return;
      if (remover !== listing.seller)
        model.violations.push(`${itemId} was withdrawn by another account`);
      remover.removed += removed.removed;
      addKnownCard(listing, remover);
      closeListing(model, itemId);
    });
  },

  async 'remove-all'({ worker, operation, account, at }) {
    const { model } = worker.world;
    const ctx = await createAccountCtx(worker, account, at);
    const own = openListingsOf(model, account);
    await runInTabs(operation, async () => {
      // Every other time the seller chooses the listings that it knows; some of them can be sold already.
      const itemIds = own.map(({ itemId }) => itemId);
      const removed = await submitForm(worker, operation, async (key) =>
        operation.choice % 2 === 0
          ? { ...(await withdrawAllListings(ctx, { key })), missing: [] as string[] }
          : withdrawChosenListings(ctx, { itemIds, key }),
      );
      if (!removed) return;
      account.removed += removed.removed;
      returnToSeller(
        account,
        own.filter(({ itemId }) => !removed.missing.includes(itemId)),
      );
    });
  },

  async buy(context) {
    const listing = chooseListingToBuy(context);
    if (!listing) return count(context.worker.world.done, 'buy: nothing available');
    await runInTabs(context.operation, () => buyModelListing(context, listing));
  },

  // Two accounts buy from each other at the same time, which tests the order of locks.
  async swap({ worker, operation, account, at }) {
    const { visibleListings } = worker.world.model;
    const other = pickListing(worker.world.model, operation.choice)?.seller;
    if (!other || other === account) return count(worker.world.done, 'swap: no account available');
    const listingsOf = (seller: OperationContext['account']) =>
      visibleListings.filter((listing) => listing.open && listing.seller === seller).slice(0, 3);
    const each = [
      ...listingsOf(other).map((listing) => ({ listing, buyer: account })),
      ...listingsOf(account).map((listing) => ({ listing, buyer: other })),
    ];
    await Promise.all(
      each.map(({ listing, buyer }) =>
        buyModelListing({ worker, operation, account: buyer, at }, listing),
      ),
    );
  },

  async 'buy-missing'({ worker, operation, account, at }) {
    const { model } = worker.world;
    const gameId = pick([...account.games], operation.choice);
    if (gameId === undefined) return count(worker.world.done, 'buy-missing: nothing available');
    const ctx = await createAccountCtx(worker, account, at);
    const maximum = operation.cents;
    // At least two forms at once: no card may be bought twice by them.
    const { tabs } = operation;
    const itemIds = new Set<string>();
    await runInTabs({ ...operation, tabs: tabs + 1 }, async () => {
      const bought = await submitForm(worker, operation, (key) =>
        buyMissingCards(ctx, { gameId, maximum, key }),
      );
      for (const { kindId, outcome } of bought?.cards ?? []) {
        if (!isBought(outcome)) continue;
        itemIds.add(outcome.itemId);
        recordSale(model, outcome.itemId, account);
        account.knownCards.push({ gameId, kindId });
        closeListing(model, outcome.itemId);
      }
      if (bought && bought.spent > maximum)
        model.violations.push(`${bought.spent} of ${maximum} spent`);
    });
    await checkForDoubledCards(worker, account.actor.id, { itemIds, orderIds: [] });
  },
};

/** Buys a listing of the model. */
export async function buyModelListing(
  { worker, operation, account, at }: OperationContext,
  listing: ModelListing,
) {
  const { model } = worker.world;
  const { itemId } = listing;
  const ctx = await createAccountCtx(worker, account, at);
  const other = pickListing(model, operation.choice + 1)?.itemId;
  const suspension = getKnownSuspension(worker.world, listing.seller);
  const bought = await submitForm(
    worker,
    operation,
    (key) => buyListing(ctx, { itemId, key }),
    other && other !== itemId ? (key) => buyListing(ctx, { itemId: other, key }) : undefined,
  );
  if (!bought) return;
  if (suspension && getKnownSuspension(worker.world, listing.seller) === suspension) {
    model.violations.push(
      `${itemId} was bought from ${listing.seller.actor.username}, who is suspended`,
    );
  }
  recordSale(model, itemId, account);
  addKnownCard(listing, account);
  closeListing(model, itemId);
}

/** Mostly any listing, often the newest one, which others choose too, and sometimes an own listing. */
function chooseListingToBuy({
  worker,
  operation,
  account,
}: OperationContext): ModelListing | undefined {
  const { model } = worker.world;
  const { visibleListings } = model;
  if (operation.choice % 16 === 0)
    return visibleListings.find(({ open, seller }) => open && seller === account);
  if (operation.choice % 3 === 0) return visibleListings.findLast(({ open }) => open);
  return pickListing(model, operation.choice);
}

/** Puts cards up for sale; some may be sold to orders at once. */
export async function sellOffers(
  { worker, operation, account, at }: OperationContext,
  offers: SellOffer[],
) {
  const { model } = worker.world;
  const ctx = await createAccountCtx(worker, account, at);
  const sold = await submitForm(
    worker,
    operation,
    (key) => sellCards(ctx, { offers, key }),
    (key) =>
      sellCards(ctx, {
        offers: offers.map((one) => ({ ...one, price: one.price === 1 ? 2 : 1 })),
        key,
      }),
  );
  if (!sold) return;
  const cards = offers.flatMap(({ copies, ...card }) => Array.from({ length: copies }, () => card));
  if (cards.length !== sold.itemIds.length)
    model.violations.push('another number of listings than requested');
  account.listed += sold.itemIds.length;
  if (cards.some(({ gameId }) => gameId >= ownGameConstants.idsFrom)) account.listsOwnGames = true;
  for (const [index, itemId] of sold.itemIds.entries()) {
    const card = cards[index];
    if (!card) continue;
    addListing(model, { itemId, seller: account, open: true, ...card });
    const place = account.knownCards.findIndex(
      ({ gameId, kindId }) => gameId === card.gameId && kindId === card.kindId,
    );
    if (place >= 0) account.knownCards.splice(place, 1);
  }
  for (const { itemId, price } of sold.sold) {
    model.orderSales.set(itemId, price);
    closeListing(model, itemId);
  }
}

function addKnownCard(
  { gameId, kindId }: ModelListing,
  account: OperationContext['account'],
): void {
  account.knownCards.push({ gameId, kindId });
}
