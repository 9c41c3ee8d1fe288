import { and, count, eq, inArray } from 'drizzle-orm';
import { cardKinds, cards, games } from '#database/schema.ts';
import { inventoryOrders } from '#shared/constants/inventory.ts';
import { tradeConstants } from '#shared/constants/trades.ts';
import { selectCardPicture } from '../card-sets/card-picture.ts';
import { openConversation } from '../chat/open-conversation.ts';
import type { Ctx } from '../context.ts';
import { listInventory } from '../inventory/list-inventory.ts';
import { sumCardValues } from '../market/prices/card-value.ts';
import { requirePlayer } from '../permissions/require-actor.ts';
import { requirePart } from '../site/site-parts.ts';
import { readValues, type TradeCard } from './offer-details.ts';
import type { OfferedCard } from './offered-cards.ts';
import { hidesCardsFromFriends } from './require-visible-cards.ts';

/** One of the two inventories to choose from. */
export interface DraftInventory {
  items: TradeCard[];
  q: string;
  found: number;
  page: number;
  pages: number;
}

interface DraftQuery {
  username: string;
  give: readonly OfferedCard[];
  get: readonly OfferedCard[];
  own: { q: string; page: number };
  theirs: { q: string; page: number };
}

/**
 * What the page of a new offer shows: the chosen cards of both sides, as far as they are held, and a page of
 * each inventory. The friend's is empty if the friend shows it to nobody.
 * @throws AppError `login-required`, `guest-not-allowed`, `not-friends`
 */
export async function getTradeDraft(ctx: Ctx, query: DraftQuery) {
  const actor = requirePlayer(ctx);
  await requirePart(ctx, 'trades');
  const { friend } = await openConversation(ctx, query.username);
  const hidesCards = await hidesCardsFromFriends(ctx.db, friend.id);
  const [give, get, own, theirs] = await Promise.all([
    readChosen(ctx, actor.id, friend.id, query.give),
    hidesCards ? [] : readChosen(ctx, friend.id, friend.id, query.get),
    readInventory(ctx, actor.id, friend.id, query.own),
    hidesCards ? noCards : readInventory(ctx, friend.id, friend.id, query.theirs),
  ]);
  const [giveValue, getValue] = [sumCardValues(give), sumCardValues(get)];
  return { friend: friend.username, give, get, giveValue, getValue, own, theirs, hidesCards };
}

const noCards: DraftInventory = { items: [], q: '', found: 0, page: 1, pages: 1 };

async function readInventory(
  ctx: Ctx,
  userId: string,
  otherId: string,
  { q, page }: { q: string; page: number },
): Promise<DraftInventory> {
  const { items, found, pages } = await listInventory(ctx, {
    userId,
    q,
    page,
    rarity: null,
    duplicates: false,
    order: inventoryOrders[0],
    perPage: tradeConstants.inventoryPageSize,
  });
  const valueOfCard = await readValues(
    ctx,
    items.map(({ gameId, kindId, rarity }) => ({ gameId, kindId, rarity, otherId })),
  );
  return {
    items: items.map((item) => ({
      gameId: item.gameId,
      kindId: item.kindId,
      name: item.name,
      gameName: item.gameName,
      picture: item.picture,
      rarity: item.rarity,
      copies: item.copies,
      held: item.copies,
      ...valueOfCard({ ...item, otherId }),
    })),
    q,
    found,
    page,
    pages,
  };
}

/** The chosen cards that the person holds, each at most as often as held. */
async function readChosen(
  ctx: Ctx,
  userId: string,
  otherId: string,
  chosen: readonly OfferedCard[],
): Promise<TradeCard[]> {
  if (chosen.length === 0) return [];
  const rows = await ctx.db
    .select({
      gameId: cards.gameId,
      kindId: cards.kindId,
      name: cardKinds.name,
      gameName: games.name,
      picture: selectCardPicture(games.id),
      rarity: cardKinds.rarity,
      held: count(),
    })
    .from(cards)
    .innerJoin(cardKinds, eq(cardKinds.id, cards.kindId))
    .innerJoin(games, eq(games.id, cards.gameId))
    .where(
      and(
        eq(cards.ownerId, userId),
        eq(cards.state, 'held'),
        inArray(
          cards.gameId,
          chosen.map(({ gameId }) => gameId),
        ),
        inArray(
          cards.kindId,
          chosen.map(({ kindId }) => kindId),
        ),
      ),
    )
    .groupBy(
      cards.gameId,
      cards.kindId,
      cardKinds.id,
      cardKinds.name,
      cardKinds.picture,
      cardKinds.rarity,
      games.id,
      games.name,
    );
  const valueOfCard = await readValues(
    ctx,
    rows.map(({ gameId, kindId, rarity }) => ({ gameId, kindId, rarity, otherId })),
  );
  return chosen.flatMap((card) => {
    const row = rows.find(({ gameId, kindId }) => gameId === card.gameId && kindId === card.kindId);
    if (!row) return [];
    return [
      { ...row, copies: Math.min(card.copies, row.held), ...valueOfCard({ ...row, otherId }) },
    ];
  });
}
