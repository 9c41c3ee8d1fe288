import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { wallets } from '#database/schema.ts';
import { collectionConstants } from '#shared/constants/collections.ts';
import { profileColors, profileFrames } from '#shared/constants/profiles.ts';
import { topUpConstants } from '#shared/constants/wallet.ts';
import { getCollectorProgress } from '../crafting/collector-progress.ts';
import { craftBadge } from '../crafting/craft-badge.ts';
import { buyGame } from '../game-library/buy-game.ts';
import { awardCard } from '../gameplay/award-card.ts';
import { startPlaySession } from '../gameplay/start-play-session.ts';
import { buyListing } from '../market/buy-listing.ts';
import { placeOrder } from '../market/orders/place-order.ts';
import { type SellOffer, sellCards } from '../market/selling/sell-cards.ts';
import { listShowcaseCandidates, saveShowcase } from '../profiles/showcase.ts';
import { getRules } from '../site/current-rules.ts';
import { acceptOffer } from '../trades/accept-offer.ts';
import { declineOffer } from '../trades/close-offer.ts';
import { createOffer } from '../trades/create-offer.ts';
import { addMoney } from '../wallet/add-money.ts';
import type { ExamplePlayer, ExampleSession } from './example-session.ts';

/** Nobody plays longer at once. With a long play cycle a player wins fewer cards. */
const playMsMax = 3 * 60 * 60 * 1000;
/** Badges come first in a showcase, then cards. */
const shownBadges = 2;

/** Adds what is missing, in amounts that the page offers. Call it as the player. */
export async function haveMoney(
  { ctx, wait }: ExampleSession,
  { id }: ExamplePlayer,
  cents: number,
): Promise<void> {
  const [wallet] = await ctx.db
    .select({ balance: wallets.balance })
    .from(wallets)
    .where(eq(wallets.userId, id));
  const { topUpChoicesCents } = topUpConstants;
  for (let missing = cents - (wallet?.balance ?? 0); missing > 0; ) {
    const enough = topUpChoicesCents.find((choice) => choice >= missing);
    const amount = enough ?? Math.max(...topUpChoicesCents);
    wait(20_000);
    await addMoney(ctx, { amount, key: randomUUID() });
    missing -= amount;
  }
}

/** Returns whether the player could buy the game. */
export async function buy(
  session: ExampleSession,
  player: ExamplePlayer,
  gameId: number,
): Promise<boolean> {
  const { ctx } = session;
  const { gamePriceCents: price } = await getRules(ctx);
  const bought = await session.as(player, async () => {
    await haveMoney(session, player, price);
    await buyGame(ctx, { gameId, key: randomUUID(), price });
    return true;
  });
  return bought ?? false;
}

/** A player plays a game until it has given `cards`. */
export async function play(
  session: ExampleSession,
  player: ExamplePlayer,
  { gameId, cards }: { gameId: number; cards: number },
): Promise<void> {
  const { ctx } = session;
  const { playCycleMs } = await getRules(ctx);
  const count = Math.min(cards, Math.floor(playMsMax / playCycleMs));
  await session.as(player, () => startPlaySession(ctx, { gameId }));
  for (let card = 0; card < count; card += 1) {
    session.wait(playCycleMs + session.integer(1_500));
    await session.as(player, () => awardCard(ctx, { gameId, key: randomUUID() }));
  }
}

/** Puts cards up for sale. Returns the listings. */
export async function sell(
  { ctx, as }: ExampleSession,
  seller: ExamplePlayer,
  offers: SellOffer[],
): Promise<string[]> {
  const sold = await as(seller, () => sellCards(ctx, { offers, key: randomUUID() }));
  return sold?.itemIds ?? [];
}

/** Buys a listing, if the player may buy it. */
export async function buyCard(
  session: ExampleSession,
  buyer: ExamplePlayer,
  { itemId, price }: { itemId: string; price: number },
): Promise<void> {
  await session.as(buyer, async () => {
    await haveMoney(session, buyer, price);
    await buyListing(session.ctx, { itemId, key: randomUUID() });
  });
}

export async function order(
  session: ExampleSession,
  buyer: ExamplePlayer,
  wanted: { gameId: number; kindId: string; price: number; quantity: number },
): Promise<void> {
  await session.as(buyer, async () => {
    await haveMoney(session, buyer, wanted.price * wanted.quantity);
    await placeOrder(session.ctx, { ...wanted, key: randomUUID() });
  });
}

/** What a swap is about: a card of each of two friends. */
interface SwappedCard {
  owner: ExamplePlayer;
  gameId: number;
  kindId: string;
}

/** Offers a friend a card for a card. Returns the id of the offer; null if the player may not offer it. */
export async function offerSwap(
  { ctx, as }: ExampleSession,
  { give, want, message }: { give: SwappedCard; want: SwappedCard; message: string },
): Promise<string | null> {
  const side = ({ gameId, kindId }: SwappedCard) => [{ gameId, kindId, copies: 1 }];
  const { username } = want.owner;
  const offer = { username, give: side(give), want: side(want), message, key: randomUUID() };
  return (await as(give.owner, () => createOffer(ctx, offer)))?.offerId ?? null;
}

export async function answerOffer(
  { ctx, as }: ExampleSession,
  recipient: ExamplePlayer,
  { offerId, accepts }: { offerId: string; accepts: boolean },
): Promise<void> {
  const close = accepts ? acceptOffer : declineOffer;
  await as(recipient, () => close(ctx, { offerId, key: randomUUID() }));
}

/** Crafts the next badge of a game, if the player holds its set. */
export async function craft(
  { ctx, as }: ExampleSession,
  player: ExamplePlayer,
  gameId: number,
): Promise<void> {
  await as(player, () => craftBadge(ctx, { gameId, key: randomUUID() }));
}

/** A player shows the best badges and cards, in the best style. */
export async function fillShowcase(
  { ctx, as }: ExampleSession,
  player: ExamplePlayer,
): Promise<void> {
  const { level } = await getCollectorProgress(ctx, player.id);
  await as(player, async () => {
    const candidates = await listShowcaseCandidates(ctx);
    const badges = candidates.filter(({ kindId }) => kindId === null).slice(0, shownBadges);
    const cards = candidates.filter(({ kindId }) => kindId !== null);
    const items = [...badges, ...cards].slice(0, collectionConstants.showcaseMax);
    const style = { frame: best(profileFrames, level), color: best(profileColors, level) };
    await saveShowcase(ctx, { items, ...style });
  });
}

/** The style of the highest level that `level` unlocks. */
function best<T extends string>(styles: Readonly<Record<T, number>>, level: number): T | null {
  const unlocked = (Object.keys(styles) as T[]).filter((name) => styles[name] <= level);
  return unlocked.toSorted((a, b) => styles[b] - styles[a])[0] ?? null;
}
