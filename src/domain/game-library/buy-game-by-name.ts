import { AppError } from '#shared/errors/app-error.ts';
import { formatDecimal, formatMoney } from '#shared/format/amounts/money.ts';
import { readPrice } from '../catalog/prices/read-prices.ts';
import type { Ctx } from '../context.ts';
import { requireActor } from '../permissions/require-actor.ts';
import { buyGame } from './buy-game.ts';
import { requireGameByName } from './find-game-by-name.ts';

interface Input {
  /** The game's name, without regard to case. */
  game: string;
  /** The change of the balance that the caller expects, in cents; null if it is not an amount of money. */
  amount: number | null;
  key: string;
}

/**
 * Buys a game by its name. `amount` must be the negative of the game's current price.
 * @throws AppError `login-required`, `not-the-price`, `game-not-found`, and the errors of `buyGame`.
 */
export async function buyGameByName(
  ctx: Ctx,
  { game, amount, key }: Input,
): Promise<{ gameId: number }> {
  requireActor(ctx);
  const gameId = await requireGameByName(ctx, game);
  const price = await readPrice(ctx, gameId);
  // Also for a free game, for which the amount is 0.
  if (amount === null || amount + price !== 0) {
    throw new AppError('not-the-price', {
      text: `This game costs ${formatMoney(price)}: the amount must be ${formatDecimal(price === 0 ? 0 : -price)}.`,
    });
  }
  return buyGame(ctx, { gameId, key, price });
}
