import { randomUUID } from 'node:crypto';
import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#database/client.ts';
import { integer } from '#database/column-types.ts';
import { cardKinds, cards, friendships, tradeOffers, users, wallets } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { offerTexts } from '#domain/example-community/message-texts.ts';
import { placeOrder } from '#domain/market/orders/place-order.ts';
import { acceptOffer } from '#domain/trades/accept-offer.ts';
import { declineOffer } from '#domain/trades/close-offer.ts';
import { createOffer } from '#domain/trades/create-offer.ts';
import { addMoney } from '#domain/wallet/add-money.ts';
import type { Rarity } from '#shared/constants/rarity.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { getCardValue } from './card-values.ts';
import { demoLogin } from './demo-players.ts';
import { createDemoSession, type DemoParts, type DemoSession } from './demo-session.ts';
import { topUp } from './sell-card-to.ts';

/** Orders for cards that the demo account holds, of the demo account, and for any cards. */
const ordersToDemo = 6;
const ordersOfDemo = 4;
const ordersOfOthers = 60;
/** Trade offers to and of the demo account, and between its friends. */
const offersToDemo = 4;
const offersOfDemo = 3;
const offersOfOthers = 8;
/** Swaps between cards whose values differ by less than this factor. */
const fairFactor = 1.4;

interface Holding {
  userId: string;
  username: string;
  gameId: number;
  kindId: string;
  rarity: Rarity;
  copies: number;
  balance: number;
}

/** Creates the open orders and trade offers of the last two hours, some of them with the demo account. */
export async function makeOrdersAndOffers(parts: DemoParts, usernames: readonly string[]) {
  const start = new Date(parts.now.getTime() - 2 * 60 * 60 * 1000);
  const session = createDemoSession(parts, 'orders and offers', start);
  const names = usernames.map((name) => name.toLowerCase());
  await makeOrders(session, names);
  await makeOffers(session, names);
  await session.ctx.notifier.flush();
}

/** Whether the demo account has sent or got a trade offer. */
export async function hasDemoOffers(db: Database): Promise<boolean> {
  const demo = db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.username, demoLogin.username));
  const isDemo = or(inArray(tradeOffers.senderId, demo), inArray(tradeOffers.recipientId, demo));
  return (await db.$count(tradeOffers, isDemo)) > 0;
}

/** The held cards of players, always in the same order. */
async function readHoldings({ ctx }: DemoSession, names: string[]): Promise<Holding[]> {
  return ctx.db
    .select({
      userId: users.id,
      username: users.username,
      gameId: cards.gameId,
      kindId: cards.kindId,
      rarity: cardKinds.rarity,
      copies: typedSql(integer, sql`count(*)::integer`),
      balance: wallets.balance,
    })
    .from(cards)
    .innerJoin(users, eq(users.id, cards.ownerId))
    .innerJoin(wallets, eq(wallets.userId, users.id))
    .innerJoin(cardKinds, eq(cardKinds.id, cards.kindId))
    .where(and(inArray(users.username, names), eq(cards.state, 'held')))
    .groupBy(users.id, cards.gameId, cards.kindId, cardKinds.id, wallets.userId)
    .orderBy(sql`md5(${users.username} || ${cards.kindId} || ${cards.gameId})`);
}

async function makeOrders(session: DemoSession, names: string[]): Promise<void> {
  const holdings = await readHoldings(session, names);
  const isDemo = ({ username }: Holding) => username === demoLogin.username;
  const demo = holdings.find(isDemo);
  const buyers = [...new Map(holdings.map((one) => [one.userId, one])).values()].filter(
    (one) => !isDemo(one),
  );
  const someone = () => buyers[session.integer(buyers.length)];
  const ofDemo = holdings.filter(isDemo).toSorted((a, b) => b.copies - a.copies);
  const ofOthers = holdings.filter((one) => !isDemo(one));
  for (const card of ofDemo.slice(0, ordersToDemo)) await order(session, someone(), card);
  for (const card of ofOthers.slice(0, ordersOfDemo)) await order(session, demo, card);
  // Several players want the same cards, so that their pages show some depth.
  for (const card of ofOthers.slice(ordersOfDemo, ordersOfDemo + ordersOfOthers / 2)) {
    for (let orders = 0; orders < 2; orders += 1) await order(session, someone(), card);
  }
}

/** Orders a card for somewhat less than it is worth. */
async function order(
  session: DemoSession,
  buyer: Pick<Holding, 'userId' | 'balance'> | undefined,
  { gameId, kindId, rarity, userId }: Holding,
): Promise<void> {
  if (!buyer || buyer.userId === userId) return;
  const { ctx } = session;
  const share = 0.7 + session.integer(20) / 100;
  const price = Math.max(1, Math.round(getCardValue({ gameId, kindId, rarity }, 0) * share));
  const quantity = price < 100 ? 1 + session.integer(3) : 1;
  session.wait(20_000);
  await session.as(buyer.userId, () =>
    ignoreRefusal(async () => {
      if (buyer.balance < price * quantity) {
        const amount = topUp(price * quantity);
        buyer.balance = (await addMoney(ctx, { amount, key: randomUUID() })).balance;
      }
      await placeOrder(ctx, { gameId, kindId, price, quantity, key: randomUUID() });
      buyer.balance -= price * quantity;
    }),
  );
}

interface Swap {
  sender: Holding;
  recipient: Holding;
}

async function makeOffers(session: DemoSession, names: string[]): Promise<void> {
  const free = new Set(await readHoldings(session, names));
  const pairs = await readFriends(session, names);
  const demo = demoLogin.username;
  const toDemo = pairs.filter(([, other]) => other === demo);
  // Not the friends who make an offer themselves.
  const ofDemo = toDemo.slice(offersToDemo).map(([one]): [string, string] => [demo, one]);
  const between = pairs.filter((pair) => !pair.includes(demo));
  const sent = chooseSwaps(free, ofDemo, offersOfDemo);
  const others = chooseSwaps(free, between, offersOfOthers);
  const swaps = [...chooseSwaps(free, toDemo, offersToDemo), ...sent, ...others];
  for (const [index, swap] of swaps.entries()) {
    const offerId = await offer(session, swap, offerTexts[index % offerTexts.length] ?? '');
    // The last ones are answered, one of the demo account among them.
    const isAnswered = swap === sent.at(-1) || swap === others.at(-1);
    const isDeclined = swap === others.at(-2);
    if (!offerId || !(isAnswered || isDeclined)) continue;
    const answer = isAnswered ? acceptOffer : declineOffer;
    session.wait(60_000);
    await session.as(swap.recipient.userId, () =>
      ignoreRefusal(() => answer(session.ctx, { offerId, key: randomUUID() })),
    );
  }
}

/** The usernames of friends, each pair in both orders. */
async function readFriends({ ctx }: DemoSession, names: string[]): Promise<[string, string][]> {
  const [low, high] = [alias(users, 'low'), alias(users, 'high')];
  const rows = await ctx.db
    .select({ low: low.username, high: high.username })
    .from(friendships)
    .innerJoin(low, eq(low.id, friendships.lowId))
    .innerJoin(high, eq(high.id, friendships.highId))
    .where(and(inArray(low.username, names), inArray(high.username, names), ne(low.id, high.id)))
    .orderBy(sql`md5(${low.username} || ${high.username})`);
  return rows.flatMap((row): [string, string][] => [
    [row.low, row.high],
    [row.high, row.low],
  ]);
}

/** Swaps of two cards of the same worth, at most one for each pair of friends, and no card in two of them. */
function chooseSwaps(
  free: Set<Holding>,
  pairs: readonly [string, string][],
  count: number,
): Swap[] {
  const swaps: Swap[] = [];
  for (const [from, to] of pairs) {
    if (swaps.length >= count) break;
    const held = [...free];
    const wanted = held.filter(({ username }) => username === to);
    const [swap] = held
      .filter(({ username }) => username === from)
      .flatMap((sender) => {
        const recipient = wanted.find((card) => isFair(sender, card));
        return recipient ? [{ sender, recipient }] : [];
      })
      // What the sender has twice is given away first.
      .toSorted((a, b) => b.sender.copies - a.sender.copies);
    if (!swap) continue;
    swaps.push(swap);
    free.delete(swap.sender);
    free.delete(swap.recipient);
  }
  return swaps;
}

function isFair(one: Holding, other: Holding): boolean {
  if (one.gameId === other.gameId && one.kindId === other.kindId) return false;
  const [a, b] = [getCardValue(one, 0), getCardValue(other, 0)];
  return Math.max(a, b) < Math.min(a, b) * fairFactor;
}

async function offer(
  session: DemoSession,
  { sender, recipient }: Swap,
  message: string,
): Promise<string | null> {
  session.wait(60_000 + session.integer(120_000));
  const side = ({ gameId, kindId }: Holding) => [{ gameId, kindId, copies: 1 }];
  return session.as(sender.userId, () =>
    ignoreRefusal(async () => {
      const { offerId } = await createOffer(session.ctx, {
        username: recipient.username,
        give: side(sender),
        want: side(recipient),
        message,
        key: randomUUID(),
      });
      return offerId;
    }),
  );
}

/** Returns null when a rule of the application refuses, such as the limits of a first day. */
async function ignoreRefusal<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (isAppError(error)) return null;
    throw error;
  }
}
