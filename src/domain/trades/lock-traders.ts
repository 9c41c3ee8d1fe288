import { and, asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { cards, users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { findSuspensionError, isSuspended } from '../accounts/suspension.ts';
import type { Ctx } from '../context.ts';
import { lockWallets } from '../ledger/lock-wallets.ts';
import { getFirstDayStart, isRestingCard } from '../market/selling/resting-cards.ts';
import { joinWords, nameCards, type OfferedCard } from './offered-cards.ts';

/** One of the two people of an offer. */
export interface Trader {
  id: string;
  username: string;
  /** When the account registered if that is less than 24 hours ago: its older cards rest. Otherwise null. */
  restSince: Date | null;
  registeredAt: Date | null;
}

/**
 * Locks the wallets and accounts of the actor and the other person, in the order of their ids, until the transaction
 * ends. Sales, trades and suspensions of both wait, so what it returns stays true.
 * @throws AppError `account-suspended` if one of the two is suspended, `account-deleted`, `unconfirmed-email` of the actor,
 * `not-friends` if the other account is deleted
 */
export async function lockTraders(
  ctx: Ctx,
  tx: Queryable,
  actorId: string,
  otherId: string,
): Promise<{ actor: Trader; other: Trader }> {
  // Sales count against the same limits of the day while they hold the wallets.
  await lockWallets(tx, [actorId, otherId]);
  const rows = await tx
    .select({
      id: users.id,
      username: users.displayUsername,
      role: users.role,
      emailVerified: users.emailVerified,
      registeredAt: users.registeredAt,
      suspended: isSuspended(ctx.clock.now()),
    })
    .from(users)
    .where(inArray(users.id, [actorId, otherId]))
    .orderBy(asc(users.id))
    .for('no key update');
  const actor = rows.find(({ id }) => id === actorId);
  const other = rows.find(({ id }) => id === otherId);
  if (actor?.suspended) throw await findSuspensionError(tx, actorId);
  if (!actor || !other || other.role === 'guest') throw new AppError('not-friends');
  if (other.suspended)
    throw new AppError('account-suspended', { text: `${other.username} is suspended.` });
  // Without a mail server every email address counts as confirmed.
  if (ctx.accounts.mailer.canDeliver && !actor.emailVerified)
    throw new AppError('unconfirmed-email');
  const toTrader = ({ id, username, registeredAt }: typeof actor): Trader => ({
    id,
    username,
    restSince: getFirstDayStart(ctx, registeredAt),
    registeredAt,
  });
  return { actor: toTrader(actor), other: toTrader(other) };
}

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
