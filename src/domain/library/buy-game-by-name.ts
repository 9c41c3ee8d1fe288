import { AppError } from '#shared/errors/app-error.ts';
import { formatDecimal, formatMoney } from '#shared/format/money.ts';
import { requireActor } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { buyGame } from './buy-game.ts';
import { requireGameByName } from './find-game-by-name.ts';

interface Input {
  /** The game's name, without regard to case. */
  game: string;
  /** Cents that the buyer means the balance to change by; null for what is no amount of money. */
  amount: number | null;
  key: string;
}

/**
 * Buys the game that a name stands for, if the buyer knows what it costs: `amount` decides nothing, and
 * is refused unless it is `GAME_PRICE` less.
 * @throws Refusal `login-required`, `not-the-price`, `game-not-found`, and what `buyGame` throws.
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
