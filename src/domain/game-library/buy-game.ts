import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#database/client.ts';
import { json, nullable } from '#database/column-types.ts';
import { getViolatedConstraint } from '#database/postgres-errors.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import {
  furtherRoles,
  gameDeliveries,
  gameKeys,
  games,
  idempotencyKeys,
  ownedGames,
  users,
} from '#database/schema.ts';
import { heldRoles } from '#database/sql/held-roles.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { formatMoney } from '#shared/format/amounts/money.ts';
import { currentPriceOf } from '../catalog/prices/current-price-sql.ts';
import type { Ctx } from '../context.ts';
import { toWalletError, transferExpressions } from '../ledger/move-money.ts';
import { findStoredAnswer, hashRequest } from '../lib/idempotency.ts';
import { requireActor } from '../permissions/require-actor.ts';
import { waitForUnusedKey } from './keys/find-unused-key.ts';

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

/** What the statement of a purchase found, if it bought nothing. */
const refusedOffer = z.object({
  owned: z.boolean(),
  isHidden: z.boolean(),
  hasRole: z.boolean(),
  /** The name of the role that buyers need. */
  roleNeeded: z.string().nullable(),
  /** The current price, in cents. */
  price: z.int(),
  needsKey: z.boolean(),
});
type RefusedOffer = z.infer<typeof refusedOffer>;

/** Whether the buyer may buy the offered game and saw its price. */
const fits = sql`(has_role and not is_hidden and price = ${value('price')}::integer)`;

/**
 * The whole purchase, also of a free game, in one statement. Each step reads from the step before, which fixes their
 * order: the offered game, a key of it if purchases get one, the idempotency key, the ownership, and the money. What is
 * forbidden violates a constraint, which rolls everything back. If it buys nothing, `refused` says why. Buyers of a game
 * with keys do not wait for each other: each takes another key. `now` is the time that the purchase records.
 */
const purchase = prepareStatement<{ refused: RefusedOffer | null }, Purchase>(
  'buy-game',
  { refused: nullable(json(refusedOffer)) },
  sql`with offered as materialized (
    select game.id, game.name, game.is_hidden, game.role_needed, current.price, current.price_id, current.sale_id,
      current.group_price_id,
      exists (select from ${gameDeliveries} as delivery
        where delivery.game_id = game.id and delivery.keys_since is not null) as needs_key,
      (game.role_needed is null
        or exists (select from ${heldRoles} as had
          where had.user_id = ${value('userId')}::uuid and had.role = game.role_needed)
        or exists (select from ${users} as buyer
          where buyer.id = ${value('userId')}::uuid and buyer.role = 'admin')) as has_role
    from ${games} as game
    cross join lateral (${currentPriceOf(sql`${value('userId')}::uuid`, {
      hasGroupPrices: sql`game.has_group_prices`,
      gameId: sql`game.id`,
      at: sql`${value('now')}`,
      defaultPrice: sql`${value('defaultPrice')}`,
    })}) as current
    where game.id = ${value('gameId')}::integer
  ),
  unused as materialized (
    select game_key.id from ${gameKeys} as game_key
    where game_key.game_id = (select id from offered where needs_key and ${fits})
      and game_key.user_id is null
      and game_key.encrypted_by = any(${value('encryptionKeyIds')}::text[])
    order by game_key.id limit 1 for update skip locked
  ),
  ready as (
    select * from offered where ${fits} and (not needs_key or exists (select from unused))
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
    insert into ${ownedGames} (user_id, game_id, transfer_id, bought_at, price, price_id, sale_id, group_price_id)
    select ${value('userId')}::uuid, ready.id, ${value('transferId')}::uuid, ${value('now')}::timestamptz,
      ${value('price')}::integer, ready.price_id, ready.sale_id, ready.group_price_id
    from ready, claimed
    returning game_id
  ),
  ${transferExpressions(
    {
      transferId: sql`${value('transferId')}`,
      kind: 'game',
      userId: sql`${value('userId')}`,
      systemAccount: 'store',
      amount: sql`(-${value('price')}::integer)`,
      subject: sql`(select name from offered)`,
      at: sql`${value('now')}`,
    },
    // No money moves for a free game.
    sql`bought where ${value('price')}::integer > 0`,
  )}
  select case when not exists (select from bought) then jsonb_build_object(
      'owned', exists (select from ${ownedGames} as earlier
        where earlier.user_id = ${value('userId')}::uuid and earlier.game_id = offered.id),
      'isHidden', is_hidden, 'hasRole', has_role, 'price', price, 'needsKey', needs_key,
      'roleNeeded', (select role.name from ${furtherRoles} as role where role.slug = role_needed)
    ) end as refused
  from offered`,
);

/**
 * Buys a game for its current price, or that for members of a group of the buyer, which must be the one that the buyer
 * saw (`price`, in cents). A repeated form gets the first answer again. If purchases of the game get a key, one is
 * given in the same statement.
 * @throws AppError `login-required`, `game-not-found`, `already-owned`, `role-needed`, `price-changed`, `sold-out`,
 * `not-enough-money`, `key-reused`.
 */
export async function buyGame(
  ctx: Ctx,
  { gameId, key, price }: { gameId: number; key: string; price: number },
): Promise<{ gameId: number }> {
  const { id: userId } = requireActor(ctx);
  const request = { useCase: 'buy-game', input: { gameId } };
  const answer = { gameId };
  const values = {
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
  };
  for (;;) {
    const result = await tryToBuy(ctx.db, values);
    if (result?.refused === null) return answer;
    const earlier = await findStoredAnswer<typeof answer>(ctx.db, { userId, key, request });
    if (earlier) return earlier;
    const reason = toReason(result?.refused, price);
    // Other purchases hold the last keys. Some of them may fail.
    if (reason.code !== 'sold-out' || !(await waitForUnusedKey(ctx, gameId))) throw reason;
  }
}

/** Runs the statement. Null if there is no such game, or the form was sent before. */
async function tryToBuy(
  db: Database,
  values: Purchase,
): Promise<{ refused: RefusedOffer | null } | null> {
  try {
    return (await purchase(db, values))[0] ?? null;
  } catch (error) {
    const constraint = getViolatedConstraint(error);
    if (constraint === 'idempotency_keys_pkey') return null;
    // An editor removed the sale meanwhile, which had not begun by the clock of that node.
    if (constraint === 'owned_games_sale_id_game_sales_id_fk') return tryToBuy(db, values);
    if (constraint === 'owned_games_pkey') throw new AppError('already-owned');
    throw toWalletError(error) ?? error;
  }
}

/** Why a game was not bought at the price that the buyer saw. */
function toReason(offer: RefusedOffer | null | undefined, price: number): AppError {
  if (offer?.owned) return new AppError('already-owned');
  if (!offer || offer.isHidden) return new AppError('game-not-found');
  if (!offer.hasRole) {
    return new AppError('role-needed', {
      text: `Only holders of the role “${offer.roleNeeded}” can buy this game.`,
    });
  }
  if (offer.price === price && offer.needsKey) return new AppError('sold-out');
  const now = formatMoney(offer.price);
  return new AppError('price-changed', { text: `The price has changed to ${now}.` });
}
