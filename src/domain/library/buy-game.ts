import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { brokenConstraint } from '#database/postgres-errors.ts';
import { preparedStatement } from '#database/prepared-query.ts';
import { games, idempotencyKeys, ownedGames } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requireActor } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { findStoredAnswer, requestHash } from '../lib/idempotency.ts';
import { moneyRefusal, movementExpressions } from '../wallet/move-money.ts';

const value = sql.placeholder;

/**
 * The whole purchase in one statement, and so one round trip: the form's key, the ownership, the debit
 * and both sides of the ledger. Each step feeds the next, which fixes their order; what must not be
 * breaks a constraint and leaves no trace.
 */
const purchase = preparedStatement<
  { balance: string },
  {
    userId: string;
    key: string;
    requestHash: string;
    answer: string;
    gameId: number;
    transferId: string;
    amount: number;
    now: Date;
  }
>(
  'buy-game',
  sql`with claimed as (
    insert into ${idempotencyKeys} (user_id, key, request_hash, answer, created_at)
    values (${value('userId')}::uuid, ${value('key')}::uuid, ${value('requestHash')},
      ${value('answer')}::jsonb, ${value('now')}::timestamptz)
    returning 1
  ),
  bought as (
    insert into ${ownedGames} (user_id, game_id, transfer_id, bought_at)
    select ${value('userId')}::uuid, game.id, ${value('transferId')}::uuid, ${value('now')}::timestamptz
    from ${games} as game, claimed
    where game.id = ${value('gameId')}::integer
    returning 1
  ),
  ${movementExpressions(
    {
      transferId: sql`${value('transferId')}`,
      kind: 'game',
      userId: sql`${value('userId')}`,
      systemAccount: 'store',
      amount: sql`${value('amount')}`,
      subject: sql`(select game.name from ${games} as game where game.id = ${value('gameId')}::integer)`,
      at: sql`${value('now')}`,
    },
    sql`bought`,
  )}
  select balance from moved`,
);

/**
 * Buys a game for `GAME_PRICE`; the price is the server's own. A repeated form is answered as the first.
 * @throws Refusal `login-required`, `game-not-found`, `already-owned`, `not-enough-money`, `key-reused`.
 */
export async function buyGame(
  ctx: Ctx,
  { gameId, key }: { gameId: number; key: string },
): Promise<{ gameId: number }> {
  const { id: userId } = requireActor(ctx);
  const request = { useCase: 'buy-game', input: { gameId } };
  const answer = { gameId };
  try {
    await purchase(ctx.db, {
      userId,
      key,
      requestHash: requestHash(request),
      answer: JSON.stringify(answer),
      gameId,
      transferId: randomUUID(),
      amount: -ctx.rules.gamePriceCents,
      now: ctx.clock.now(),
    });
    return answer;
  } catch (error) {
    const constraint = brokenConstraint(error);
    if (constraint === 'idempotency_keys_pkey') {
      const earlier = await findStoredAnswer<typeof answer>(ctx.db, { userId, key, request });
      if (earlier) return earlier;
    }
    if (constraint === 'owned_games_pkey') throw new AppError('already-owned');
    if (constraint === 'ledger_entries_balance_known') throw new AppError('game-not-found');
    throw moneyRefusal(error) ?? error;
  }
}
