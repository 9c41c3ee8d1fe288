import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { bigintText, integer } from '#database/column-types.ts';
import { getViolatedConstraint } from '#database/postgres-errors.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import {
  accountRoles,
  gameDeliveries,
  gameKeys,
  games,
  idempotencyKeys,
  ownedGames,
  users,
} from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { formatMoney } from '#shared/format/money.ts';
import { findGameSummary } from '../catalog/games/find-game-summary.ts';
import { findGameAccess } from '../catalog/own-games/find-game-access.ts';
import { currentPrice } from '../catalog/prices/current-price-sql.ts';
import { readPrice } from '../catalog/prices/read-prices.ts';
import type { Ctx } from '../context.ts';
import { toWalletError, transferExpressions } from '../ledger/move-money.ts';
import { findStoredAnswer, hashRequest } from '../lib/idempotency.ts';
import { requireActor } from '../permissions/require-actor.ts';
import { hasUnusedKey, needsKey } from './keys/unused-keys.ts';
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
  /** The ids of the encryption keys of this node: a key of the game that it cannot decrypt is not sold. */
  encryptionKeyIds: readonly string[];
  now: Date;
}

/** The game, if it costs what the buyer saw. `at` is the time that the purchase records. */
const gameAtPrice = sql`select game.id, current.price, current.price_id, current.sale_id,
      exists (select from ${gameDeliveries} as delivery
        where delivery.game_id = game.id and delivery.keys_since is not null) as needs_key
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
 * What both statements of a purchase begin with: the game (`ready`, if it can be bought), the idempotency key, a
 * key of the game if purchases get one, and the ownership (`bought`). Each step reads from the step before,
 * which fixes their order. A forbidden purchase violates a constraint, which rolls everything back.
 */
const purchaseExpressions = (lockKey: SQL) => sql`priced as materialized (${gameAtPrice}),
  unused as materialized (
    select game_key.id from ${gameKeys} as game_key
    where game_key.game_id = (select id from priced where needs_key)
      and game_key.user_id is null
      and game_key.encrypted_by = any(${value('encryptionKeyIds')}::text[])
    order by game_key.id limit 1 ${lockKey}
  ),
  ready as (
    select * from priced where not needs_key or exists (select from unused)
  ),
  claimed as (
    insert into ${idempotencyKeys} (user_id, key, request_hash, answer, created_at)
    select ${value('userId')}::uuid, ${value('key')}::uuid, ${value('requestHash')},
      ${value('answer')}::jsonb, ${value('now')}::timestamptz
    from ready
    returning 1
  ),
  given as (
    update ${gameKeys} as game_key
    set user_id = ${value('userId')}::uuid, given_at = ${value('now')}::timestamptz
    from unused, claimed where game_key.id = unused.id
    returning 1
  ),
  bought as (
    insert into ${ownedGames} (user_id, game_id, transfer_id, bought_at, price, price_id, sale_id)
    select ${value('userId')}::uuid, ready.id, ${value('transferId')}::uuid, ${value('now')}::timestamptz,
      ${value('price')}::integer, ready.price_id, ready.sale_id
    from ready, claimed
    returning game_id
  )`;

/** Buyers do not wait for each other: each takes another key. */
const skipLocked = sql`for update skip locked`;
/** Waits for the purchases that hold the last keys. */
const wait = sql`for update`;

const declarePurchase = (name: string, lockKey: SQL) =>
  prepareStatement<{ balance: string }, Purchase>(
    name,
    { balance: bigintText },
    sql`with ${purchaseExpressions(lockKey)},
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

/** The purchase of a free game: no money moves. It writes nothing, also no key, if it buys nothing. */
const declareFreePurchase = (name: string, lockKey: SQL) =>
  prepareStatement<{ gameId: number }, Purchase>(
    name,
    { gameId: integer },
    sql`with ${purchaseExpressions(lockKey)} select game_id as "gameId" from bought`,
  );

const purchase = declarePurchase('buy-game', skipLocked);
const waitingPurchase = declarePurchase('buy-game-last-keys', wait);
const freePurchase = declareFreePurchase('get-free-game', skipLocked);
const waitingFreePurchase = declareFreePurchase('get-free-game-last-keys', wait);

/**
 * Buys a game for its current price, which must be the one that the buyer saw (`price`, in cents). A repeated
 * form gets the first answer again. If purchases of the game get a key, one is given in the same statement.
 * @throws AppError `login-required`, `game-not-found`, `already-owned`, `role-needed`, `price-changed`, `sold-out`,
 * `not-enough-money`, `key-reused`.
 */
export async function buyGame(ctx: Ctx, input: PurchaseInput): Promise<{ gameId: number }> {
  const bought = await tryToBuy(ctx, input, { waits: false });
  if (bought) return bought;
  const reason = await explainFailure(ctx, input);
  // Other purchases hold the last keys. Some of them may fail.
  if (reason.code === 'sold-out' && (await hasUnusedKey(ctx, input.gameId))) {
    const boughtLater = await tryToBuy(ctx, input, { waits: true });
    if (boughtLater) return boughtLater;
    throw await explainFailure(ctx, input);
  }
  throw reason;
}

interface PurchaseInput {
  gameId: number;
  key: string;
  price: number;
}

/** Constraints that a purchase violates because of what another request did meanwhile. */
const conflicts = new Set([
  'idempotency_keys_pkey',
  'ledger_entries_balance_known',
  // An editor removed the sale, which had not begun by the clock of that node.
  'owned_games_sale_id_game_sales_id_fk',
]);

/** Buys the game; null if nothing was bought, for a reason that `explainFailure` finds. */
async function tryToBuy(
  ctx: Ctx,
  { gameId, key, price }: PurchaseInput,
  { waits }: { waits: boolean },
): Promise<{ gameId: number } | null> {
  const { id: userId } = requireActor(ctx);
  const request = { useCase: 'buy-game', input: { gameId } };
  const answer = { gameId };
  const keyed = { userId, key, request };
  try {
    const [paid, free] = waits ? [waitingPurchase, waitingFreePurchase] : [purchase, freePurchase];
    const rows = await (price === 0 ? free : paid)(ctx.db, {
      userId,
      key,
      requestHash: hashRequest(request),
      answer: JSON.stringify(answer),
      gameId,
      transferId: randomUUID(),
      price,
      defaultPrice: ctx.rules.gamePriceCents,
      encryptionKeyIds: ctx.encryption.keyIds,
      now: ctx.clock.now(),
    });
    if (rows.length > 0) return answer;
  } catch (error) {
    const constraint = getViolatedConstraint(error);
    if (constraint === 'owned_games_pkey') throw new AppError('already-owned');
    if (constraint === null || !conflicts.has(constraint)) throw toWalletError(error) ?? error;
  }
  return findStoredAnswer<typeof answer>(ctx.db, keyed);
}

/** Says why a game could not be bought at the price that the buyer saw. */
async function explainFailure(ctx: Ctx, { gameId, price }: PurchaseInput): Promise<AppError> {
  if (await ownsGame(ctx, gameId)) return new AppError('already-owned');
  if (!(await findGameSummary(ctx, gameId))) return new AppError('game-not-found');
  const { isHidden, roleNeeded, hasRole } = await findGameAccess(ctx, gameId);
  if (isHidden) return new AppError('game-not-found');
  if (!hasRole) {
    return new AppError('role-needed', {
      text: `Only holders of the role “${roleNeeded}” can buy this game.`,
    });
  }
  const cents = await readPrice(ctx, gameId);
  if (cents === price && (await needsKey(ctx, gameId))) return new AppError('sold-out');
  return new AppError('price-changed', { text: `The price has changed to ${formatMoney(cents)}.` });
}
