import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { wallets } from '#database/schema.ts';
import { buyListing } from '#domain/market/buy-listing.ts';
import { sellCards } from '#domain/market/selling/sell-cards.ts';
import { addMoney } from '#domain/wallet/add-money.ts';
import type { Rarity } from '#shared/constants/rarity.ts';
import { topUpConstants } from '#shared/constants/wallet.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { getCardValue } from './card-values.ts';
import type { DemoSession } from './demo-session.ts';

export interface TradedCard {
  ownerId: string;
  gameId: number;
  kindId: string;
  rarity: Rarity;
}

/** Sells a card at about its value of that day. The listing stays open if the buyer may not buy it. */
export async function sellCardTo(
  session: DemoSession,
  { ownerId, gameId, kindId, rarity }: TradedCard,
  daysAgo: number,
  buyerId: string,
): Promise<void> {
  const { ctx } = session;
  const noise = 0.88 + session.integer(25) / 100;
  const price = Math.max(1, Math.round(getCardValue({ gameId, kindId, rarity }, daysAgo) * noise));
  session.wait(2 * 60_000 + session.integer(6 * 60_000));
  const offers = [{ gameId, kindId, price, copies: 1 }];
  const { itemIds } = await session.as(ownerId, () =>
    sellCards(ctx, { offers, key: randomUUID() }),
  );
  const [itemId] = itemIds;
  if (!itemId) return;
  session.wait(60_000 + session.integer(4 * 60_000));
  await session.as(buyerId, async () => {
    try {
      const [wallet] = await ctx.db.select().from(wallets).where(eq(wallets.userId, buyerId));
      if ((wallet?.balance ?? 0) < price)
        await addMoney(ctx, { amount: topUp(price), key: randomUUID() });
      await buyListing(ctx, { itemId, key: randomUUID() });
    } catch (error) {
      // For example the limit of a buyer's first day.
      if (!isAppError(error)) throw error;
    }
  });
}

/** The smallest amount of the page that pays `price` cents. */
export function topUp(price: number): number {
  const { topUpChoicesCents } = topUpConstants;
  return topUpChoicesCents.find((choice) => choice >= price) ?? Math.max(...topUpChoicesCents);
}
