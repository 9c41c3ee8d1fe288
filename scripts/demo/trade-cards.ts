import { randomUUID } from 'node:crypto';
import { and, count, eq, gt, inArray, sql } from 'drizzle-orm';
import { cardKinds, cards, marketItems, users } from '#database/schema.ts';
import { buyListing } from '#domain/market/buy-listing.ts';
import { type Offer, sellCards } from '#domain/market/sell-card.ts';
import type { Rarity } from '#shared/constants/rarity.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { host } from './people.ts';
import { createWorld, type DemoParts, type World } from './world.ts';

/** Cents that people ask for a card, at least and at most. */
const usualPrices: Record<Rarity, [number, number]> = {
  common: [10, 60],
  uncommon: [40, 1_50],
  rare: [1_00, 4_00],
  epic: [3_00, 9_00],
  legendary: [9_00, 30_00],
};

/** Of those who have cards twice, so many sell; some of what they offer finds a buyer. */
const sellersMax = 60;
const offersMax = 6;
const soldShare = 0.45;
/** So many look at a card that somebody is to buy. */
const triesMax = 3;

/**
 * What the players sold and bought since this morning: who has cards twice puts some up for sale, and
 * others buy, the host among them.
 */
export async function trade(parts: DemoParts, usernames: readonly string[]): Promise<void> {
  const world = createWorld(parts, 'market', new Date(parts.now.getTime() - 3 * 60 * 60 * 1000));
  const names = usernames.map((name) => name.toLowerCase());
  for (const [userId, offers] of await duplicates(world, names)) {
    world.wait(60_000);
    await world.as(userId, () => sellCards(world.ctx, { offers, keep: 1, key: randomUUID() }));
  }
  await buySome(world, names);
  await world.ctx.notifier.flush();
}

/** What some of the players have more than once, the host first, with what each asks for it. */
async function duplicates(world: World, names: string[]): Promise<Map<string, Offer[]>> {
  const { ctx } = world;
  const rows = await ctx.db
    .select({
      userId: users.id,
      gameId: cards.gameId,
      kindId: cards.kindId,
      rarity: cardKinds.rarity,
      spare: sql<number>`(count(*) - 1)::integer`,
    })
    .from(cards)
    .innerJoin(users, eq(users.id, cards.ownerId))
    .innerJoin(cardKinds, eq(cardKinds.id, cards.kindId))
    .where(and(inArray(users.username, names), eq(cards.state, 'held')))
    .groupBy(users.id, cards.gameId, cards.kindId, cardKinds.id)
    .having(gt(count(), 1))
    .orderBy(sql`${users.username} <> ${host.username}, md5(${users.username})`, cards.gameId);
  const offers = new Map<string, Offer[]>();
  for (const { userId, gameId, kindId, rarity, spare } of rows) {
    if (!offers.has(userId) && offers.size >= sellersMax) continue;
    const own = offers.get(userId) ?? [];
    offers.set(userId, own);
    if (own.length >= offersMax || world.chance(0.4)) continue;
    const [least, most] = usualPrices[rarity];
    const price = least + world.integer(most - least);
    own.push({ gameId, kindId, price, copies: Math.min(spare, 2) });
  }
  return new Map([...offers].filter(([, own]) => own.length > 0));
}

async function buySome(world: World, names: string[]): Promise<void> {
  const { ctx } = world;
  const items = await ctx.db
    .select({ id: marketItems.id, sellerId: marketItems.sellerId })
    .from(marketItems)
    .orderBy(marketItems.id);
  const buyers = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.username, names))
    .orderBy(users.username);
  for (const item of items) {
    if (!world.chance(soldShare)) continue;
    for (let tries = 0; tries < triesMax; tries += 1) {
      const buyer = buyers[world.integer(buyers.length)];
      if (!buyer || buyer.id === item.sellerId) continue;
      world.wait(20_000);
      if (await world.as(buyer.id, () => tryToBuy(world, item.id))) break;
    }
  }
}

/** Some are too poor for what they like, or too new. */
async function tryToBuy({ ctx }: World, itemId: string): Promise<boolean> {
  try {
    await buyListing(ctx, { itemId, key: randomUUID() });
    return true;
  } catch (error) {
    if (isAppError(error)) return false;
    throw error;
  }
}
