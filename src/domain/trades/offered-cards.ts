import { inArray } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { cardKinds, games } from '#database/schema.ts';
import { tradeConstants } from '#shared/constants/trades.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { CardKey } from '../market/prices/get-card-prices.ts';

/** Copies of a card in an offer. */
export interface OfferedCard extends CardKey {
  copies: number;
}

/** The two sides of an offer, as its sender sees them. */
export interface OfferedSides {
  give: readonly OfferedCard[];
  want: readonly OfferedCard[];
}

/**
 * The same sides with each card once, in a fixed order.
 * @throws AppError `offer-empty`, `offer-too-large`, `offer-same-card`, `card-not-found`
 */
export function normalizeSides({ give, want }: OfferedSides): OfferedSides {
  const sides = { give: mergeCopies(give), want: mergeCopies(want) };
  if (sides.give.length + sides.want.length === 0) throw new AppError('offer-empty');
  const isWanted = ({ gameId, kindId }: OfferedCard) =>
    sides.want.some((card) => card.gameId === gameId && card.kindId === kindId);
  if (sides.give.some(isWanted)) throw new AppError('offer-same-card');
  return sides;
}

function mergeCopies(side: readonly OfferedCard[]): OfferedCard[] {
  const merged = new Map<string, OfferedCard>();
  for (const { gameId, kindId, copies } of side) {
    if (!Number.isInteger(copies) || copies < 1) throw new AppError('card-not-found');
    const before = merged.get(`${gameId} ${kindId}`)?.copies ?? 0;
    merged.set(`${gameId} ${kindId}`, { gameId, kindId, copies: before + copies });
  }
  const cards = [...merged.values()].toSorted(
    (a, b) => a.gameId - b.gameId || (a.kindId < b.kindId ? -1 : 1),
  );
  requireFewCards(cards);
  return cards;
}

/** @throws AppError `offer-too-large` for more cards than one side of an offer may have */
export function requireFewCards(cards: readonly { copies: number }[]): void {
  const copies = cards.reduce((sum, card) => sum + card.copies, 0);
  if (copies > tradeConstants.cardsMax) throw new AppError('offer-too-large');
}

/** Returns a function that names a card: `2 × Crown (Portal 2)`. */
export async function nameCards(
  tx: Queryable,
  cards: readonly OfferedCard[],
): Promise<(card: OfferedCard) => string> {
  if (cards.length === 0) return () => '';
  const [kinds, played] = await Promise.all([
    tx
      .select({ id: cardKinds.id, name: cardKinds.name })
      .from(cardKinds)
      .where(
        inArray(
          cardKinds.id,
          cards.map(({ kindId }) => kindId),
        ),
      ),
    tx
      .select({ id: games.id, name: games.name })
      .from(games)
      .where(
        inArray(
          games.id,
          cards.map(({ gameId }) => gameId),
        ),
      ),
  ]);
  const kindNames = new Map(kinds.map(({ id, name }) => [id, name]));
  const gameNames = new Map(played.map(({ id, name }) => [id, name]));
  return ({ gameId, kindId, copies }) => {
    const name = `${kindNames.get(kindId) ?? 'A card'} (${gameNames.get(gameId) ?? 'a game'})`;
    return copies > 1 ? `${copies} × ${name}` : name;
  };
}

/** A list in a sentence: `a, b and c`. */
export function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
