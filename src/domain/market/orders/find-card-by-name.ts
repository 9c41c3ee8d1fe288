import { AppError } from '#shared/errors/app-error.ts';
import { listCardKinds } from '../../card-sets/list-card-set.ts';
import type { Ctx } from '../../context.ts';
import { findGameByName } from '../../game-library/find-game-by-name.ts';
import type { BookCard } from './book-lock.ts';

/** Owns nothing. */
const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * A card by the names of game and card, without regard to case.
 * @throws AppError `game-not-found`, `card-not-found`
 */
export async function findCardByName(
  ctx: Pick<Ctx, 'db' | 'actor'>,
  { game, card }: { game: string; card: string },
): Promise<BookCard> {
  const gameId = await findGameByName(ctx.db, { name: game, userId: ctx.actor?.id ?? nobody });
  if (gameId === null) throw new AppError('game-not-found');
  const kinds = await listCardKinds(ctx.db, gameId);
  const kind = kinds.find(({ name }) => name.toLowerCase() === card.toLowerCase());
  if (!kind) throw new AppError('card-not-found');
  return { gameId, kindId: kind.id };
}
