import { buyModelListing, sellOffers } from './market-operations.ts';
import { type Account, openListingsOf, removePresent } from './model.ts';
import { registerNewPlayer, topUp } from './new-accounts.ts';
import { type OperationContext, pick } from './operation-context.ts';
import type { OperationKind } from './operations.ts';
import { count } from './simulation-state.ts';

/** Four of these newcomers already pay one account more than it may get from them in a day. */
const newcomers = 5;
const price = 60_00;

/** The operations of accounts that registered just before. */
export const newcomerOperations: Record<
  Extract<OperationKind, 'newcomers-buy'>,
  (context: OperationContext) => Promise<unknown>
> = {
  // Several new accounts pay one account far too much at the same time.
  async 'newcomers-buy'(context) {
    const { worker, operation } = context;
    const { model } = worker.world;
    const richest = model.present.toSorted((a, b) => b.knownCards.length - a.knownCards.length);
    const seller = pick(richest.slice(0, newcomers), operation.choice);
    if (!seller || seller.knownCards.length < newcomers)
      return count(worker.world.done, 'newcomers-buy: nothing available');
    const buyers = await registerNewcomers(context);
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
    // The other operations meet the same accounts as without this one.
    for (const buyer of buyers) removePresent(model, buyer);
  },
};

/** Registers players, each with enough money for one card. */
async function registerNewcomers(context: OperationContext): Promise<Account[]> {
  const { worker, at } = context;
  const once = { ...context.operation, tabs: 1 };
  const registered: Account[] = [];
  for (let number = 0; number < newcomers; number += 1) {
    const account = await registerNewPlayer(worker, at);
    if (!account) continue;
    registered.push(account);
    await topUp({ ...context, operation: once, account }, price);
  }
  return registered;
}
