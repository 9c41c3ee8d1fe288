import { buyMissingCards } from '#domain/collections/buy-missing-cards.ts';
import { isBought } from '#domain/collections/missing-cards-report.ts';
import { buyListing } from '#domain/market/buy-listing.ts';
import { repriceListing } from '#domain/market/reprice-listing.ts';
import { type Offer as SellOffer, sellCards } from '#domain/market/sell-card.ts';
import { withdrawAllListings, withdrawListing } from '#domain/market/withdraw-listings.ts';
import { isBarred } from './account-standing.ts';
import { requestOf } from './entry-points.ts';
import {
  acknowledgeSale,
  closeOffer,
  lookAt,
  type Offer,
  openOffer,
  openOffersOf,
  takeBack,
} from './model.ts';
import type { Kind } from './operations.ts';
import { inTabs, pick, type Scene } from './setup.ts';
import { count, send } from './world.ts';

type Trade = Extract<
  Kind,
  'sell' | 'sell-duplicates' | 'reprice' | 'remove' | 'remove-all' | 'buy' | 'swap' | 'buy-missing'
>;

/** What players do on the market. */
export const trade: Record<Trade, (scene: Scene) => Promise<unknown>> = {
  async sell(scene) {
    const { account, operation } = scene;
    const card = pick(account.hand, operation.what);
    if (!card) return count(scene.worker.world.done, 'sell: nothing to');
    await inTabs(operation, () => list(scene, [{ ...card, price: operation.cents, copies: 1 }]));
  },

  async 'sell-duplicates'(scene) {
    const { account, operation } = scene;
    const kinds = Map.groupBy(account.hand, ({ gameId, kindId }) => `${gameId} ${kindId}`);
    const offers = [...kinds.values()]
      .filter((cards) => cards.length > 1)
      .slice(0, 5)
      .flatMap(([card, ...rest]) =>
        card ? [{ ...card, price: operation.cents, copies: rest.length }] : [],
      );
    if (offers.length === 0) return count(scene.worker.world.done, 'sell-duplicates: nothing to');
    await inTabs(operation, () => list(scene, offers));
  },

  async reprice({ worker, operation, at }) {
    const { model } = worker.world;
    const offer = lookAt(model, operation.what);
    if (!offer) return count(worker.world.done, 'reprice: nothing to');
    const ctx = await requestOf(worker, offer.seller, at);
    const { itemId } = offer;
    const price = operation.cents;
    await inTabs(operation, async () => {
      const changed = await send(
        worker,
        operation,
        (key) => repriceListing(ctx, { itemId, price, key }),
        (key) => repriceListing(ctx, { itemId, price: price === 1 ? 2 : price - 1, key }),
      );
      if (!changed || (changed.itemId === itemId && price === offer.price)) return;
      closeOffer(model, itemId);
      openOffer(model, { ...offer, itemId: changed.itemId, price, open: true });
    });
  },

  async remove({ worker, operation, account, at }) {
    const { model } = worker.world;
    const offer = lookAt(model, operation.what);
    if (!offer) return count(worker.world.done, 'remove: nothing to');
    // Now and then somebody tries to take back what is another's.
    const remover = operation.what % 8 === 0 ? account : offer.seller;
    const ctx = await requestOf(worker, remover, at);
    const { itemId } = offer;
    await inTabs(operation, async () => {
      const removed = await send(worker, operation, (key) => withdrawListing(ctx, { itemId, key }));
      if (!removed) return;
      if (remover !== offer.seller) model.faults.push(`${itemId} was taken back by a stranger`);
      remover.removed += removed.removed;
      takeIntoHand(offer, remover);
      closeOffer(model, itemId);
    });
  },

  async 'remove-all'({ worker, operation, account, at }) {
    const { model } = worker.world;
    const ctx = await requestOf(worker, account, at);
    const own = openOffersOf(model, account);
    await inTabs(operation, async () => {
      const removed = await send(worker, operation, (key) => withdrawAllListings(ctx, { key }));
      if (!removed) return;
      account.removed += removed.removed;
      takeBack(account, own);
    });
  },

  async buy(scene) {
    const offer = wanted(scene);
    if (!offer) return count(scene.worker.world.done, 'buy: nothing to');
    await inTabs(scene.operation, () => buyOffer(scene, offer));
  },

  // Two who buy from each other at the same instant, which is where locks meet.
  async swap({ worker, operation, account, at }) {
    const { board } = worker.world.model;
    const other = lookAt(worker.world.model, operation.what)?.seller;
    if (!other || other === account) return count(worker.world.done, 'swap: nobody to');
    const offersOf = (seller: Scene['account']) =>
      board.filter((offer) => offer.open && offer.seller === seller).slice(0, 3);
    const each = [
      ...offersOf(other).map((offer) => ({ offer, buyer: account })),
      ...offersOf(account).map((offer) => ({ offer, buyer: other })),
    ];
    await Promise.all(
      each.map(({ offer, buyer }) => buyOffer({ worker, operation, account: buyer, at }, offer)),
    );
  },

  async 'buy-missing'({ worker, operation, account, at }) {
    const { model } = worker.world;
    const gameId = pick([...account.games], operation.what);
    if (gameId === undefined) return count(worker.world.done, 'buy-missing: nothing to');
    const ctx = await requestOf(worker, account, at);
    const maximum = operation.cents;
    // Never one form alone: what one of them buys, the others shall not buy again.
    const { tabs } = operation;
    await inTabs({ ...operation, tabs: tabs + 1 }, async () => {
      const bought = await send(worker, operation, (key) =>
        buyMissingCards(ctx, { gameId, maximum, key }),
      );
      for (const { kindId, outcome } of bought?.cards ?? []) {
        if (!isBought(outcome)) continue;
        acknowledgeSale(model, outcome.itemId, account);
        account.hand.push({ gameId, kindId });
        closeOffer(model, outcome.itemId);
      }
      if (bought && bought.spent > maximum)
        model.faults.push(`${bought.spent} of ${maximum} spent`);
    });
  },
};

async function buyOffer({ worker, operation, account, at }: Scene, offer: Offer) {
  const { model } = worker.world;
  const { itemId } = offer;
  const ctx = await requestOf(worker, account, at);
  const other = lookAt(model, operation.what + 1)?.itemId;
  const barred = isBarred(worker.world, offer.seller);
  const bought = await send(
    worker,
    operation,
    (key) => buyListing(ctx, { itemId, key }),
    other && other !== itemId ? (key) => buyListing(ctx, { itemId: other, key }) : undefined,
  );
  if (!bought) return;
  if (barred && isBarred(worker.world, offer.seller) === barred) {
    model.faults.push(`${itemId} was bought of ${offer.seller.actor.username}, who is suspended`);
  }
  acknowledgeSale(model, itemId, account);
  takeIntoHand(offer, account);
  closeOffer(model, itemId);
}

/** Mostly anything, often what is newest, which others want too, and now and then what is one's own. */
function wanted({ worker, operation, account }: Scene): Offer | undefined {
  const { model } = worker.world;
  const { board } = model;
  if (operation.what % 16 === 0)
    return board.find(({ open, seller }) => open && seller === account);
  if (operation.what % 3 === 0) return board.findLast(({ open }) => open);
  return lookAt(model, operation.what);
}

async function list({ worker, operation, account, at }: Scene, offers: SellOffer[]) {
  const { model } = worker.world;
  const ctx = await requestOf(worker, account, at);
  const sold = await send(
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
  if (cards.length !== sold.itemIds.length) model.faults.push('not as many listed as were asked');
  account.listed += sold.itemIds.length;
  for (const [index, itemId] of sold.itemIds.entries()) {
    const card = cards[index];
    if (!card) continue;
    openOffer(model, { itemId, seller: account, open: true, ...card });
    const place = account.hand.findIndex(
      ({ gameId, kindId }) => gameId === card.gameId && kindId === card.kindId,
    );
    if (place >= 0) account.hand.splice(place, 1);
  }
}

function takeIntoHand({ gameId, kindId }: Offer, account: Scene['account']): void {
  account.hand.push({ gameId, kindId });
}
