import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { cards } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isRestingCard } from '../market/selling/resting-cards.ts';
import type { Trader } from './lock-traders.ts';
import { joinWords, nameCards, type OfferedCard } from './offered-cards.ts';

/** SQL condition on `cards`: held by the person and not resting. */
export function isTradeable({ id, restSince }: Trader): SQL {
  const held = sql`${cards.ownerId} = ${id}::uuid and ${cards.state} = 'held'`;
  return restSince ? sql`(${held} and not ${isRestingCard(id, restSince)})` : sql`(${held})`;
}

/** Which of the cards a person does not have. */
export async function findMissingCards(
  tx: Queryable,
  person: Trader,
  wanted: readonly OfferedCard[],
): Promise<OfferedCard[]> {
  if (wanted.length === 0) return [];
  const held = await tx
    .select({ gameId: cards.gameId, kindId: cards.kindId, copies: count() })
    .from(cards)
    .where(
      and(
        isTradeable(person),
        inArray(
          cards.gameId,
          wanted.map(({ gameId }) => gameId),
        ),
        inArray(
          cards.kindId,
          wanted.map(({ kindId }) => kindId),
        ),
      ),
    )
    .groupBy(cards.gameId, cards.kindId);
  const copiesOf = new Map(held.map((card) => [`${card.gameId} ${card.kindId}`, card.copies]));
  return wanted.flatMap(({ gameId, kindId, copies }) => {
    const missing = copies - (copiesOf.get(`${gameId} ${kindId}`) ?? 0);
    return missing > 0 ? [{ gameId, kindId, copies: missing }] : [];
  });
}

/**
 * The error that names the cards that are missing on each side; null if none is. A card that is for sale is
 * missing until its owner withdraws the listing.
 */
export async function describeMissingCards(
  tx: Queryable,
  missing: readonly { person: Trader; cards: readonly OfferedCard[] }[],
): Promise<AppError | null> {
  const sides = missing.filter(({ cards }) => cards.length > 0);
  if (sides.length === 0) return null;
  const name = await nameCards(
    tx,
    sides.flatMap(({ cards }) => cards),
  );
  if (await allRest(tx, sides)) return new AppError('card-resting');
  const texts = sides.map(
    ({ person, cards }) => `${person.username} no longer has: ${joinWords(cards.map(name))}.`,
  );
  return new AppError('offer-cards-gone', { text: texts.join(' ') });
}

/** Whether the missing cards are all held, and only rest. */
async function allRest(
  tx: Queryable,
  sides: readonly { person: Trader; cards: readonly OfferedCard[] }[],
): Promise<boolean> {
  for (const { person, cards: wanted } of sides) {
    const { restSince } = person;
    if (!restSince) return false;
    for (const { gameId, kindId, copies } of wanted) {
      const [row] = await tx
        .select({ resting: count() })
        .from(cards)
        .where(
          and(
            eq(cards.ownerId, person.id),
            eq(cards.gameId, gameId),
            eq(cards.kindId, kindId),
            eq(cards.state, 'held'),
            isRestingCard(person.id, restSince),
          ),
        );
      if ((row?.resting ?? 0) < copies) return false;
    }
  }
  return true;
}
