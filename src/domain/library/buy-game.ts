import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { bigintText } from '#database/column-types.ts';
import { getViolatedConstraint } from '#database/postgres-errors.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { games, idempotencyKeys, ownedGames } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requireActor } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { findStoredAnswer, hashRequest } from '../lib/idempotency.ts';
import { toWalletError, transferExpressions } from '../wallet/move-money.ts';

const value = sql.placeholder;

/**
 * The whole purchase in one statement and one round trip: the idempotency key, the ownership, the debit
 * and both ledger entries. Each step reads from the step before, which fixes their order. A forbidden
 * purchase violates a constraint, which rolls everything back.
 */
const purchase = prepareStatement<
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
  { balance: bigintText },
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
  ${transferExpressions(
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
 * Buys a game for `GAME_PRICE`, the server's own price. A repeated form gets the first answer again.
 * @throws AppError `login-required`, `game-not-found`, `already-owned`, `not-enough-money`, `key-reused`.
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
      requestHash: hashRequest(request),
      answer: JSON.stringify(answer),
      gameId,
      transferId: randomUUID(),
      amount: -ctx.rules.gamePriceCents,
      now: ctx.clock.now(),
    });
    return answer;
  } catch (error) {
    const constraint = getViolatedConstraint(error);
    if (constraint === 'idempotency_keys_pkey') {
      const earlier = await findStoredAnswer<typeof answer>(ctx.db, { userId, key, request });
      if (earlier) return earlier;
    }
    if (constraint === 'owned_games_pkey') throw new AppError('already-owned');
    if (constraint === 'ledger_entries_balance_known') throw new AppError('game-not-found');
    throw toWalletError(error) ?? error;
  }
}
