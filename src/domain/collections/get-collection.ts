import { eq } from 'drizzle-orm';
import { games } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { listSetVersions } from '../card-sets/list-set-versions.ts';
import { withCover } from '../catalog/covers/cover-path.ts';
import type { Ctx } from '../context.ts';
import { requireActor } from '../permissions/require-actor.ts';
import { type CollectedCard, isMissing, readCollection } from './read-collection.ts';

/** How complete a game's set is. A card that is only up for sale is not missing. */
export interface CollectionProgress {
  /** Whether the account holds every card of the newest version of the set, or of an earlier one. */
  isComplete: boolean;
  collected: number;
  setSize: number;
  missing: number;
  /** What the missing cards that are for sale cost, in cents, and how many these are. */
  cost: number;
  buyable: number;
}

/**
 * The actor's collection of a game's set, and what the missing cards cost: the sum of the cheapest
 * listings of other sellers, in cents.
 * @throws AppError `login-required`, `game-not-found`
 */
export async function getCollection(ctx: Ctx, gameId: number) {
  const { id: userId } = requireActor(ctx);
  const [found, cardsOfSet, versions] = await Promise.all([
    ctx.db
      .select({ id: games.id, name: games.name, backgroundImage: games.backgroundImage })
      .from(games)
      .where(eq(games.id, gameId)),
    readCollection(ctx.db, { userId, gameId }),
    listSetVersions(ctx.db, gameId),
  ]);
  const [game] = found;
  if (!game) throw new AppError('game-not-found');
  const held = new Set(cardsOfSet.flatMap((card) => (card.held > 0 ? [card.kindId] : [])));
  const heldVersion = versions.find(({ kindIds }) => kindIds.every((id) => held.has(id)));
  return {
    game: withCover(game),
    cards: cardsOfSet,
    /** The kinds that a craft uses up; null while no version of the set is held in full. */
    craftedKinds: heldVersion?.kindIds ?? null,
    ...computeProgress(cardsOfSet, heldVersion !== undefined),
  };
}

function computeProgress(
  collection: readonly CollectedCard[],
  isComplete: boolean,
): CollectionProgress {
  const set = collection.filter(({ isCurrent }) => isCurrent);
  const missing = set.filter(isMissing);
  const prices = missing.flatMap(({ cheapest }) => cheapest ?? []);
  return {
    isComplete,
    collected: set.filter(({ held }) => held > 0).length,
    setSize: set.length,
    missing: missing.length,
    cost: prices.reduce((sum, price) => sum + price, 0),
    buyable: prices.length,
  };
}
