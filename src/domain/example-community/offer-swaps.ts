import { inArray } from 'drizzle-orm';
import { friendships } from '#database/schema.ts';
import { answerOffer, offerSwap } from './acts-of-players.ts';
import { type Community, everybody } from './community-types.ts';
import type { ExamplePlayer } from './example-session.ts';
import { findHeldCards, type HeldCard } from './find-held-cards.ts';
import { getCardValue } from './invented-card-value.ts';
import { offerTexts } from './message-texts.ts';

/** Trade offers to and of the demo account, besides those between others. */
const offersToDemo = 4;
const offersOfDemo = 3;
/** Swaps between cards whose values differ by less than this factor. */
const fairFactor = 1.4;

type Pair = readonly [ExamplePlayer, ExamplePlayer];

interface Swap {
  give: HeldCard;
  want: HeldCard;
}

/** Friends offer each other swaps. Most wait for an answer; the last ones of others and of the demo account have one. */
export async function offerSwaps(community: Community): Promise<void> {
  const { session, size, demo, now } = community;
  const all = everybody(community);
  const free = new Set(await findHeldCards(session, all));
  const pairs = await findFriends(community, all);
  const toDemo = pairs.filter(([, to]) => to === demo);
  // Not to the friends who make an offer themselves.
  const ofDemo = toDemo.slice(offersToDemo).map(([one, to]): Pair => [to, one]);
  const between = pairs.filter(([one, to]) => one !== demo && to !== demo);
  const sent = chooseSwaps(free, ofDemo, offersOfDemo, now);
  const others = chooseSwaps(free, between, size.offers, now);
  const swaps = [...chooseSwaps(free, toDemo, offersToDemo, now), ...sent, ...others];
  for (const [place, swap] of swaps.entries()) {
    session.wait(60_000 + session.integer(60_000));
    const message = offerTexts[place % offerTexts.length] ?? '';
    const offerId = await offerSwap(session, { ...swap, message });
    const accepts = swap === sent.at(-1) || swap === others.at(-1);
    if (!offerId || !(accepts || swap === others.at(-2))) continue;
    session.wait(60_000);
    await answerOffer(session, swap.want.owner, { offerId, accepts });
  }
}

/** The friends among `players`, each pair in both orders. */
async function findFriends({ session }: Community, players: ExamplePlayer[]): Promise<Pair[]> {
  const ids = players.map(({ id }) => id);
  const rows = await session.ctx.db
    .select({ low: friendships.lowId, high: friendships.highId })
    .from(friendships)
    .where(inArray(friendships.lowId, ids));
  const friends = new Set(rows.flatMap(({ low, high }) => [`${low} ${high}`, `${high} ${low}`]));
  return players.flatMap((one) =>
    players
      .filter((other) => friends.has(`${one.id} ${other.id}`))
      .map((other): Pair => [one, other]),
  );
}

/** Swaps of two cards of the same worth, at most one for each pair, and no card in two of them. */
function chooseSwaps(free: Set<HeldCard>, pairs: readonly Pair[], count: number, at: Date): Swap[] {
  const swaps: Swap[] = [];
  for (const [from, to] of pairs) {
    if (swaps.length >= count) break;
    const wanted = [...free].filter(({ owner }) => owner === to);
    const [swap] = [...free]
      .filter(({ owner }) => owner === from)
      // What the sender has twice is given away first.
      .toSorted((a, b) => b.copies - a.copies)
      .flatMap((give) => {
        const want = wanted.find((card) => isFair(give, card, at));
        return want ? [{ give, want }] : [];
      });
    if (!swap) continue;
    swaps.push(swap);
    free.delete(swap.give);
    free.delete(swap.want);
  }
  return swaps;
}

function isFair(one: HeldCard, other: HeldCard, at: Date): boolean {
  if (one.gameId === other.gameId && one.kindId === other.kindId) return false;
  const [a, b] = [getCardValue(one, at), getCardValue(other, at)];
  return Math.max(a, b) < Math.min(a, b) * fairFactor;
}
