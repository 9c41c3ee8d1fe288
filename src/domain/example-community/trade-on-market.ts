import { buyCard, order, sell } from './acts-of-players.ts';
import type { Community } from './community-types.ts';
import type { ExamplePlayer, ExampleSession } from './example-session.ts';
import { choosePrice, findHeldCards, type HeldCard } from './find-held-cards.ts';

/** The cards of so many popular games are traded all the time, so that their charts have many sales. */
const tradedGames = 8;
/** At weekends more is traded. */
const weekendFactor = 1.4;
/** Orders for cards that the demo account holds, and of the demo account. */
const ordersToDemo = 6;
const ordersOfDemo = 4;

/** Some players sell a card, and others buy it. `share` is the part of the history that has passed, 0 to 1. */
export async function trade(community: Community, share: number): Promise<void> {
  const { session, size, gameIds, players } = community;
  const isWeekend = [0, 6].includes(session.ctx.clock.now().getUTCDay());
  const usual = size.salesOfEvening * (0.1 + 0.9 * share) * (isWeekend ? weekendFactor : 1);
  const count = Math.round(usual * session.between(0.6, 1.4));
  if (count === 0) return;
  const held = await findHeldCards(session, players, {
    games: gameIds.slice(0, tradedGames),
    limit: count * 3,
  });
  // At most one of each owner.
  const offered = [...Map.groupBy(held, ({ owner }) => owner).values()].flatMap(
    ([card]) => card ?? [],
  );
  for (const card of offered.slice(0, count)) {
    const buyer = session.choose(players.filter((player) => player !== card.owner));
    if (buyer) await sellTo(session, card, buyer);
  }
}

/** Sells a card at about its value. The listing stays open if the buyer may not buy it. */
export async function sellTo(
  session: ExampleSession,
  card: HeldCard,
  buyer: ExamplePlayer,
): Promise<void> {
  const { owner, gameId, kindId } = card;
  const price = choosePrice(session, card, [0.88, 1.13]);
  session.wait(60_000 + session.integer(2 * 60_000));
  const [itemId] = await sell(session, owner, [{ gameId, kindId, price, copies: 1 }]);
  session.wait(30_000 + session.integer(60_000));
  if (itemId) await buyCard(session, buyer, { itemId, price });
}

/** Puts cards up for sale that stay there: duplicates, or one card of who has none. */
export async function leaveListings(community: Community): Promise<void> {
  const { session, size, players, demo } = community;
  const ofDemo = demo ? await findHeldCards(session, [demo]) : [];
  const held = [...ofDemo, ...(await findHeldCards(session, players))];
  const byOwner = [...Map.groupBy(held, ({ owner }) => owner)];
  for (const [seller, own] of byOwner.slice(0, size.sellers)) {
    const spare = own.filter(({ copies }) => copies > 1);
    const chosen = spare.length > 0 ? spare.slice(0, size.kindsOfSeller) : own.slice(0, 1);
    const offers = chosen.map((card) => ({
      gameId: card.gameId,
      kindId: card.kindId,
      price: choosePrice(session, card, [1, 1.4]),
      copies: Math.max(1, Math.min(card.copies - 1, 2)),
    }));
    session.wait(20_000);
    await sell(session, seller, offers);
  }
}

/** Orders cards that others have, for less than they are worth. */
export async function leaveOrders(community: Community): Promise<void> {
  const { session, size, players, demo } = community;
  const ofOthers = await findHeldCards(session, players);
  const ofDemo = demo ? await findHeldCards(session, [demo]) : [];
  const buyers = (card: HeldCard) => players.filter((player) => player !== card.owner);
  for (const card of ofDemo.slice(0, ordersToDemo)) await leaveOrder(session, card, players);
  const wantedByDemo = demo ? ofOthers.splice(0, ordersOfDemo) : [];
  for (const card of wantedByDemo) if (demo) await leaveOrder(session, card, [demo]);
  // Two players each want the same card, so that the pages of cards show some depth.
  for (const card of ofOthers.slice(0, size.orders / 2)) {
    await leaveOrder(session, card, buyers(card));
    await leaveOrder(session, card, buyers(card));
  }
}

async function leaveOrder(session: ExampleSession, card: HeldCard, buyers: ExamplePlayer[]) {
  const { gameId, kindId } = card;
  const price = choosePrice(session, card, [0.6, 0.85]);
  const quantity = price < 100 ? 1 + session.integer(3) : 1;
  const buyer = session.choose(buyers);
  session.wait(10_000);
  if (buyer) await order(session, buyer, { gameId, kindId, price, quantity });
}
