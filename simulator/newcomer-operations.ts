import { marketConstants } from '#shared/constants/market.ts';
import { buyModelListing, sellOffers } from './market-operations.ts';
import { type Account, openListingsOf } from './model.ts';
import { registerNewPlayer, topUp } from './new-accounts.ts';
import { type OperationContext, pick } from './operation-context.ts';
import type { OperationKind } from './operations.ts';
import { count } from './simulation-state.ts';

/** So many newcomers pay one account more than it may get from them in a day. */
const newcomers = 5;
const price = 45_00;

/** The operations of accounts that registered a few days ago. */
export const newcomerOperations: Record<
  Extract<OperationKind, 'newcomers-buy'>,
  (context: OperationContext) => Promise<unknown>
> = {
  // Several young accounts pay one account far too much at the same time.
  async 'newcomers-buy'(context) {
    const { worker, operation } = context;
    const { model } = worker.world;
    const richest = model.present.toSorted((a, b) => b.knownCards.length - a.knownCards.length);
    const seller = pick(richest.slice(0, newcomers), operation.choice);
    if (!seller || seller.knownCards.length < newcomers)
      return count(worker.world.done, 'newcomers-buy: nothing available');
    const buyers = await findNewcomers(context, seller);
    // An own order at this price would refuse the card, and an order of another player buys it.
    const offered = { ...context, account: seller };
    for (const card of seller.knownCards.slice(0, newcomers))
      await sellOffers(offered, [{ ...card, price, copies: 1 }]);
    const listings = openListingsOf(model, seller)
      .filter((listing) => listing.price === price)
      .slice(-newcomers);
    await Promise.all(
      listings.map((listing, place) => {
        const buyer = pick(buyers, place);
        return buyer && buyModelListing({ ...context, account: buyer }, listing);
      }),
    );
  },
};

/** Players who registered in the last days, each with enough money for one card. Registers those that are missing. */
async function findNewcomers(context: OperationContext, seller: Account): Promise<Account[]> {
  const { worker, at } = context;
  const since = at - marketConstants.newcomerMs / 2;
  const found = worker.world.model.present
    .filter(
      (account) =>
        account !== seller &&
        account.actor.role === 'player' &&
        (account.actor.registeredAt?.getTime() ?? 0) > since,
    )
    .slice(-newcomers);
  while (found.length < newcomers) {
    const account = await registerNewPlayer(worker, at);
    if (!account) break;
    found.push(account);
  }
  const once = { ...context.operation, tabs: 1 };
  for (const account of found) await topUp({ ...context, operation: once, account }, price);
  return found;
}
