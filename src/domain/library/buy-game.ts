import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { bigintText, integer } from '#database/column-types.ts';
import { getViolatedConstraint } from '#database/postgres-errors.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { accountRoles, games, idempotencyKeys, ownedGames, users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { formatMoney } from '#shared/format/money.ts';
import { requireActor } from '../accounts/require-actor.ts';
import { findGameSummary } from '../catalog/games/find-game-summary.ts';
import { findGameAccess } from '../catalog/own-games/find-game-access.ts';
import { currentPrice } from '../catalog/prices/current-price-sql.ts';
import { readPrice } from '../catalog/prices/read-prices.ts';
import type { Ctx } from '../context.ts';
import { findStoredAnswer, hashRequest } from '../lib/idempotency.ts';
import { toWalletError, transferExpressions } from '../wallet/move-money.ts';
import { ownsGame } from './owns-game.ts';

const value = sql.placeholder;

interface Purchase extends Record<string, unknown> {
  userId: string;
  key: string;
  requestHash: string;
  answer: string;
  gameId: number;
  transferId: string;
  /** What the buyer saw and pays, in cents. */
  price: number;
  /** `GAME_PRICE`, in cents. */
  defaultPrice: number;
  now: Date;
}

/** The game, if it costs what the buyer saw. `at` is the time that the purchase records. */
const gameAtPrice = sql`select game.id, current.price, current.price_id, current.sale_id
    from ${games} as game
    cross join lateral (${currentPrice({
      gameId: sql`game.id`,
      at: sql`${value('now')}`,
      defaultPrice: sql`${value('defaultPrice')}`,
    })}) as current
    where game.id = ${value('gameId')}::integer and current.price = ${value('price')}::integer
      and not game.is_hidden
      and (game.role_needed is null
        or exists (select from ${accountRoles} as had
          where had.user_id = ${value('userId')}::uuid and had.role = game.role_needed)
        or exists (select from ${users} as buyer
          where buyer.id = ${value('userId')}::uuid and buyer.role = 'admin'))`;

/**
 * The whole purchase in one statement and one round trip: the idempotency key, the ownership, the debit
 * and both ledger entries. Each step reads from the step before, which fixes their order. A forbidden
 * purchase violates a constraint, which rolls everything back.
 */
const purchase = prepareStatement<{ balance: string }, Purchase>(
  'buy-game',
  { balance: bigintText },
  sql`with claimed as (
    insert into ${idempotencyKeys} (user_id, key, request_hash, answer, created_at)
    values (${value('userId')}::uuid, ${value('key')}::uuid, ${value('requestHash')},
      ${value('answer')}::jsonb, ${value('now')}::timestamptz)
    returning 1
  ),
  bought as (
    insert into ${ownedGames} (user_id, game_id, transfer_id, bought_at, price, price_id, sale_id)
    select ${value('userId')}::uuid, priced.id, ${value('transferId')}::uuid, ${value('now')}::timestamptz,
      ${value('price')}::integer, priced.price_id, priced.sale_id
    from (${gameAtPrice}) as priced, claimed
    returning 1
  ),
  ${transferExpressions(
    {
      transferId: sql`${value('transferId')}`,
      kind: 'game',
      userId: sql`${value('userId')}`,
      systemAccount: 'store',
      amount: sql`(-${value('price')}::integer)`,
      subject: sql`(select game.name from ${games} as game where game.id = ${value('gameId')}::integer)`,
      at: sql`${value('now')}`,
    },
    sql`bought`,
  )}
  select balance from moved`,
);

/** The purchase of a free game: no money moves. It writes nothing, also no key, if the game is not free. */
const freePurchase = prepareStatement<{ gameId: number }, Purchase>(
  'get-free-game',
  { gameId: integer },
  sql`with priced as materialized (${gameAtPrice}),
  claimed as (
    insert into ${idempotencyKeys} (user_id, key, request_hash, answer, created_at)
    select ${value('userId')}::uuid, ${value('key')}::uuid, ${value('requestHash')},
      ${value('answer')}::jsonb, ${value('now')}::timestamptz
    from priced
    returning 1
  )
  insert into ${ownedGames} (user_id, game_id, transfer_id, bought_at, price, price_id, sale_id)
  select ${value('userId')}::uuid, priced.id, ${value('transferId')}::uuid, ${value('now')}::timestamptz,
    priced.price, priced.price_id, priced.sale_id
  from priced, claimed
  returning game_id as "gameId"`,
);

/**
 * Buys a game for its current price, which must be the one that the buyer saw (`price`, in cents). A repeated
 * form gets the first answer again.
 * @throws AppError `login-required`, `game-not-found`, `already-owned`, `role-needed`, `price-changed`, `not-enough-money`,
 * `key-reused`.
 */
export async function buyGame(
  ctx: Ctx,
  { gameId, key, price }: { gameId: number; key: string; price: number },
): Promise<{ gameId: number }> {
  const { id: userId } = requireActor(ctx);
  const request = { useCase: 'buy-game', input: { gameId } };
  const answer = { gameId };
  const keyed = { userId, key, request };
  try {
    const rows = await (price === 0 ? freePurchase : purchase)(ctx.db, {
      userId,
      key,
      requestHash: hashRequest(request),
      answer: JSON.stringify(answer),
      gameId,
      transferId: randomUUID(),
      price,
      defaultPrice: ctx.rules.gamePriceCents,
      now: ctx.clock.now(),
    });
    if (rows.length > 0) return answer;
  } catch (error) {
    const constraint = getViolatedConstraint(error);
    if (constraint === 'owned_games_pkey') throw new AppError('already-owned');
    if (constraint !== 'idempotency_keys_pkey' && constraint !== 'ledger_entries_balance_known') {
      throw toWalletError(error) ?? error;
    }
  }
  return (await findStoredAnswer<typeof answer>(ctx.db, keyed)) ?? explainFailure(ctx, gameId);
}

/** Says why a game could not be bought at the price that the buyer saw. */
async function explainFailure(ctx: Ctx, gameId: number): Promise<never> {
  if (await ownsGame(ctx, gameId)) throw new AppError('already-owned');
  if (!(await findGameSummary(ctx, gameId))) throw new AppError('game-not-found');
  const { isHidden, roleNeeded, hasRole } = await findGameAccess(ctx, gameId);
  if (isHidden) throw new AppError('game-not-found');
  if (!hasRole) {
    throw new AppError('role-needed', {
      text: `Only holders of the role “${roleNeeded}” can buy this game.`,
    });
  }
  const cents = await readPrice(ctx, gameId);
  throw new AppError('price-changed', { text: `The price has changed to ${formatMoney(cents)}.` });
}
