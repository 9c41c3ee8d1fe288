import { friendships } from '#database/schema.ts';
import { toFriendPair } from '#domain/friends/lock-friend-pair.ts';
import { acceptOffer } from '#domain/trades/accept-offer.ts';
import { declineOffer, expireOffers, withdrawOffer } from '#domain/trades/close-offer.ts';
import { counterOffer, createOffer } from '#domain/trades/create-offer.ts';
import { type Account, addOffer, type ModelOffer, recordTrade } from './model.ts';
import { type OperationContext, pick, runInTabs } from './operation-context.ts';
import type { OperationKind } from './operations.ts';
import { createAccountCtx } from './request-contexts.ts';
import { count, runUntilAnswered, submitForm, type Worker } from './simulation-state.ts';

type TradeOperationKind = Extract<
  OperationKind,
  'offer-trade' | 'counter-trade' | 'accept-trade' | 'close-trade'
>;

/** The operations of players on trade offers. */
export const tradeOperations: Record<
  TradeOperationKind,
  (context: OperationContext) => Promise<unknown>
> = {
  async 'offer-trade'(context) {
    const { worker, operation, account } = context;
    const friend = pick(worker.world.model.present, operation.choice);
    if (!friend || friend === account || friend.actor.role === 'guest')
      return count(worker.world.done, 'offer-trade: no account available');
    const sides = chooseSides(operation.choice, account, friend);
    await makeFriends(worker, account, friend);
    const ctx = await createAccountCtx(worker, account, context.at);
    const { username } = friend.actor;
    await runInTabs(operation, async () => {
      const made = await submitForm(
        worker,
        operation,
        (key) => createOffer(ctx, { ...sides, username, message: '', key }),
        (key) => createOffer(ctx, { ...sides, username, message: 'Please.', key }),
      );
      if (made)
        addModelOffer(context, made.offerId, { sender: account, recipient: friend, ...sides });
    });
  },

  async 'counter-trade'(context) {
    const { worker, operation, at } = context;
    const offer = pickOffer(context);
    if (!offer) return count(worker.world.done, 'counter-trade: nothing available');
    const { sender, recipient, offerId } = offer;
    const ctx = await createAccountCtx(worker, recipient, at);
    const sides = chooseSides(operation.choice + 1, recipient, sender);
    await runInTabs(operation, async () => {
      const made = await submitForm(worker, operation, (key) =>
        counterOffer(ctx, { ...sides, offerId, message: '', key }),
      );
      if (!made) return;
      closeOffer(context, offer);
      const counter = { sender: recipient, recipient: sender, ...sides };
      addModelOffer(context, made.offerId, counter);
    });
  },

  async 'accept-trade'(context) {
    const { worker, operation, account, at } = context;
    const { model } = worker.world;
    const offer = pickOffer(context);
    if (!offer) return count(worker.world.done, 'accept-trade: nothing available');
    const { offerId } = offer;
    // One in eight tries to accept an offer to another account.
    const acceptor = operation.choice % 8 === 0 ? account : offer.recipient;
    const ctx = await createAccountCtx(worker, acceptor, at);
    const sender = await createAccountCtx(worker, offer.sender, at);
    const accept = async () => {
      const accepted = await submitForm(worker, operation, (key) =>
        acceptOffer(ctx, { offerId, key }),
      );
      if (!accepted) return;
      if (acceptor !== offer.recipient)
        model.violations.push(`${offerId} was accepted by another account`);
      recordTrade(model, offer);
    };
    const withdraw = async () => {
      const withdrawn = await submitForm(worker, operation, (key) =>
        withdrawOffer(sender, { offerId, key }),
      );
      if (withdrawn) closeOffer(context, offer);
    };
    await runInTabs(operation, accept);
    // One in four is withdrawn while it is accepted.
    if (operation.choice % 4 === 1) await Promise.all([accept(), withdraw()]);
  },

  async 'close-trade'(context) {
    const { worker, operation, at } = context;
    const offer = pickOffer(context);
    if (!offer) return count(worker.world.done, 'close-trade: nothing available');
    const { offerId } = offer;
    const isWithdrawn = operation.choice % 2 === 0;
    const closer = isWithdrawn ? offer.sender : offer.recipient;
    const ctx = await createAccountCtx(worker, closer, at);
    const close = isWithdrawn ? withdrawOffer : declineOffer;
    await runInTabs(operation, async () => {
      const closed = await submitForm(worker, operation, (key) => close(ctx, { offerId, key }));
      if (closed) closeOffer(context, offer);
    });
    await runUntilAnswered(worker, 'expire-trades', () => expireOffers(ctx), operation.failure);
  },
};

/** One or two known cards of each; sometimes one side is empty. The cards may be gone meanwhile. */
function chooseSides(choice: number, account: Account, friend: Account) {
  const some = ({ knownCards }: Account, from: number) => {
    const first = pick(knownCards, from);
    const second = from % 3 === 0 ? pick(knownCards, from + 1) : undefined;
    return [first, second].flatMap((card) => (card ? [{ ...card, copies: 1 }] : []));
  };
  return { give: some(account, choice), want: choice % 5 === 0 ? [] : some(friend, choice + 2) };
}

function addModelOffer(
  { worker }: OperationContext,
  offerId: string,
  offer: Omit<ModelOffer, 'offerId' | 'open'>,
): void {
  addOffer(worker.world.model, { ...offer, offerId, open: true });
}

function closeOffer({ worker }: OperationContext, offer: ModelOffer): void {
  const { trades, violations } = worker.world.model;
  if (trades.has(offer.offerId)) violations.push(`${offer.offerId} was closed and accepted`);
  offer.open = false;
}

/** Mostly an open offer, sometimes one that is closed. */
function pickOffer({ worker, operation }: OperationContext): ModelOffer | undefined {
  const { visibleOffers } = worker.world.model;
  const open = visibleOffers.filter((offer) => offer.open);
  return pick(
    operation.choice % 7 === 0 || open.length === 0 ? visibleOffers : open,
    operation.choice,
  );
}

async function makeFriends(worker: Worker, one: Account, other: Account): Promise<void> {
  const pair = toFriendPair(one.actor.id, other.actor.id);
  await runUntilAnswered(worker, 'befriend', async () => {
    await worker.database.db
      .insert(friendships)
      .values({ ...pair, since: new Date(worker.world.time) })
      .onConflictDoNothing();
    return true;
  });
}
