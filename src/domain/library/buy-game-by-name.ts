import { AppError } from '#shared/errors/app-error.ts';
import { formatDecimal, formatMoney } from '#shared/format/money.ts';
import { requireActor } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
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
 * Buys a game by its name. `amount` must be the negative of `GAME_PRICE`; it is checked and not used
 * for the payment.
 * @throws AppError `login-required`, `not-the-price`, `game-not-found`, and the errors of `buyGame`.
 */
export async function buyGameByName(
  ctx: Ctx,
  { game, amount, key }: Input,
): Promise<{ gameId: number }> {
  requireActor(ctx);
  const { gamePriceCents } = ctx.rules;
  if (amount !== -gamePriceCents) {
    throw new AppError('not-the-price', {
      text: `A game costs ${formatMoney(gamePriceCents)}: the amount must be ${formatDecimal(-gamePriceCents)}.`,
    });
  }
  return buyGame(ctx, { gameId: await requireGameByName(ctx, game), key });
}
