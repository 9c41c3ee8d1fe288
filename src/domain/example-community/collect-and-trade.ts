import { randomUUID } from 'node:crypto';
import { and, desc, eq, inArray, notExists, sql } from 'drizzle-orm';
import { integer } from '#database/column-types.ts';
import { cardKinds, cards, gamePrices, gameSales, games, wallets } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import type { Rarity } from '#shared/constants/rarity.ts';
import { topUpConstants } from '#shared/constants/wallet.ts';
import { buyGame } from '../game-library/buy-game.ts';
import { awardCard } from '../gameplay/award-card.ts';
import { startPlaySession } from '../gameplay/start-play-session.ts';
import { buyListing } from '../market/buy-listing.ts';
import { placeOrder } from '../market/orders/place-order.ts';
import { sellCards } from '../market/selling/sell-cards.ts';
import { getRules } from '../site/current-rules.ts';
import { addMoney } from '../wallet/add-money.ts';
import { claimDailyReward } from '../wallet/claim-daily-reward.ts';
import { getExampleValue } from './card-values.ts';
import type { ExamplePlayer, ExampleSession } from './example-session.ts';

/** The games that the players buy. */
const gamesMax = 5;
/** The cards that a player wins in a game. With a long play cycle they are fewer. */
const cardsPerGame = 7;
const playMsMax = 3 * 60 * 60 * 1000;

/** The games of the bundle that most people know, at the price of the site. */
export async function findExampleGames({ ctx: { db } }: ExampleSession): Promise<number[]> {
  const hasNone = (table: typeof gamePrices | typeof gameSales) =>
    notExists(db.select({ id: table.id }).from(table).where(eq(table.gameId, games.id)));
  const rows = await db
    .select({ id: games.id })
    .from(games)
    .where(
      and(
        eq(games.source, 'bundle'),
        eq(games.isHidden, false),
        hasNone(gamePrices),
        hasNone(gameSales),
      ),
    )
    .orderBy(desc(sql`coalesce(${games.ratingsCount}, 0)`), games.id)
    .limit(gamesMax);
  return rows.map(({ id }) => id);
}

/** A player claims the reward, buys some of the games and plays them. */
export async function buyAndPlay(
  session: ExampleSession,
  player: ExamplePlayer,
  gameIds: readonly number[],
): Promise<void> {
  const { ctx } = session;
  await session.as(player, () => claimDailyReward(ctx, { key: randomUUID() }));
  const { gamePriceCents: price, playCycleMs } = await getRules(ctx);
  const cardCount = Math.min(cardsPerGame, Math.floor(playMsMax / playCycleMs));
  // Most play the same games, so that they trade their cards.
  const own = gameIds.filter((_, place) => session.chance(place < 2 ? 0.9 : 0.35));
  for (const gameId of own) {
    session.wait(60_000);
    const bought = await session.as(player, async () => {
      await haveMoney(session, player, price);
      await buyGame(ctx, { gameId, key: randomUUID(), price });
      await startPlaySession(ctx, { gameId });
      return true;
    });
    if (!bought) continue;
    for (let card = 0; card < cardCount; card += 1) {
      session.wait(playCycleMs + session.integer(1_500));
      await session.as(player, () => awardCard(ctx, { gameId, key: randomUUID() }));
    }
  }
}

/** Adds what is missing, in an amount that the page offers. Call it as the player. */
async function haveMoney(
  { ctx, wait }: ExampleSession,
  player: ExamplePlayer,
  cents: number,
): Promise<void> {
  const [wallet] = await ctx.db
    .select({ balance: wallets.balance })
    .from(wallets)
    .where(eq(wallets.userId, player.id));
  const missing = cents - (wallet?.balance ?? 0);
  if (missing <= 0) return;
  const offered = topUpConstants.topUpChoicesCents.find((choice) => choice >= missing);
  wait(30_000);
  await addMoney(ctx, { amount: offered ?? missing, key: randomUUID() });
}

interface HeldCard {
  owner: ExamplePlayer;
  gameId: number;
  kindId: string;
  rarity: Rarity;
  copies: number;
}

/** The cards that the players hold, first those of which they have several. */
async function findHeldCards(
  { ctx: { db } }: ExampleSession,
  players: readonly ExamplePlayer[],
): Promise<HeldCard[]> {
  const copies = typedSql(integer, sql`count(*)::integer`);
  const owners = new Map(players.map((player) => [player.id, player]));
  const rows = await db
    .select({
      ownerId: cards.ownerId,
      gameId: cards.gameId,
      kindId: cards.kindId,
      rarity: cardKinds.rarity,
      copies,
    })
    .from(cards)
    .innerJoin(cardKinds, eq(cardKinds.id, cards.kindId))
    .where(and(inArray(cards.ownerId, [...owners.keys()]), eq(cards.state, 'held')))
    .groupBy(cards.ownerId, cards.gameId, cards.kindId, cardKinds.id)
    .orderBy(desc(copies), sql`md5(${cards.ownerId}::text || ${cards.kindId})`);
  return rows.flatMap(({ ownerId, ...card }) => {
    const owner = owners.get(ownerId);
    return owner ? [{ owner, ...card }] : [];
  });
}

/** About what the card is worth, some more and some less. */
function chooseAround(
  session: ExampleSession,
  card: HeldCard,
  [low, high]: [number, number],
): number {
  return Math.max(1, Math.round(getExampleValue(card) * session.between(low, high)));
}

/** Puts cards up for sale, at most one for each player. Returns the listings. */
async function sell(
  session: ExampleSession,
  players: readonly ExamplePlayer[],
  count: number,
  range: [number, number],
) {
  const held = await findHeldCards(session, players);
  const sellers = new Set<string>();
  const listings: { owner: ExamplePlayer; itemId: string; price: number }[] = [];
  for (let skipped = session.integer(5); held.length > 0 && listings.length < count; skipped = 0) {
    const card = held.splice(Math.min(skipped, held.length - 1), 1)[0];
    if (!card || sellers.has(card.owner.id)) continue;
    sellers.add(card.owner.id);
    const { owner, gameId, kindId } = card;
    const price = chooseAround(session, card, range);
    session.wait(4 * 60_000);
    const sold = await session.as(owner, () =>
      sellCards(session.ctx, {
        offers: [{ gameId, kindId, price, copies: 1 }],
        key: randomUUID(),
      }),
    );
    const itemId = sold?.itemIds[0];
    if (itemId) listings.push({ owner, itemId, price });
  }
  return listings;
}

/** Some players sell a card, and others buy it: the sales of a day. */
export async function tradeForADay(
  session: ExampleSession,
  players: readonly ExamplePlayer[],
): Promise<void> {
  for (const { owner, itemId, price } of await sell(session, players, 2, [0.85, 1.15])) {
    const others = players.filter(({ id }) => id !== owner.id);
    const buyer = others[session.integer(others.length)];
    if (!buyer) return;
    session.wait(10 * 60_000);
    await session.as(buyer, async () => {
      await haveMoney(session, buyer, price);
      await buyListing(session.ctx, { itemId, key: randomUUID() });
    });
  }
}

/** Puts cards up for sale that stay there: somewhat too dear for the others. */
export async function leaveListings(
  session: ExampleSession,
  players: readonly ExamplePlayer[],
): Promise<void> {
  await sell(session, players, players.length, [1.15, 1.5]);
}

/** Some players order cards that others have, for less than they are worth. */
export async function leaveOrders(
  session: ExampleSession,
  players: readonly ExamplePlayer[],
): Promise<void> {
  const held = await findHeldCards(session, players);
  for (const buyer of players.slice(0, Math.ceil(players.length * 0.7))) {
    const wanted = held.filter(({ owner }) => owner.id !== buyer.id);
    const card = wanted[session.integer(Math.max(1, wanted.length))];
    if (!card) return;
    const { gameId, kindId } = card;
    const price = chooseAround(session, card, [0.6, 0.85]);
    session.wait(5 * 60_000);
    await session.as(buyer, async () => {
      await haveMoney(session, buyer, price);
      await placeOrder(session.ctx, { gameId, kindId, price, quantity: 1, key: randomUUID() });
    });
  }
}
