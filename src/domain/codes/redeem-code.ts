import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { integer } from '#database/column-types.ts';
import type { Transaction } from '#database/pg-patches/transaction.ts';
import { codeBatches, codes, codeUses, users } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { AppError, isAppError } from '#shared/errors/app-error.ts';
import { readCode } from '#shared/format/codes.ts';
import { lockAccounts } from '../accounts/lock-accounts.ts';
import { hashToken } from '../accounts/sessions/secret-token.ts';
import { isSuspended } from '../accounts/suspension.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { waitForUnusedKey } from '../game-library/keys/find-unused-key.ts';
import { lockWallets } from '../ledger/lock-wallets.ts';
import { type KeyedRequest, runIdempotent } from '../lib/idempotency.ts';
import type { CodeBatch } from './code-batch.ts';
import {
  enterGroupOfCode,
  type Given,
  giveCardOfCode,
  giveGameOfCode,
  giveMoneyOfCode,
  type Redeemed,
} from './give-code-content.ts';
import { lockUnusedKey, type UnusedKey } from './lock-unused-key.ts';

/** What a code was: an invitation is used later, by the registration. */
export type RedeemResult = Redeemed | { kind: 'invitation' };

/**
 * Redeems a code. A player gets what it gives. A visitor or guest learns only that a code is an invitation. Everything
 * else is refused with one text, and leaves the code as it was. A repeated form gets its first answer.
 * @throws AppError `bad-code`, `rate-limited`, `key-reused`.
 */
export async function redeemCode(
  ctx: Ctx,
  { code: typed, key }: { code: string; key: string },
): Promise<RedeemResult> {
  const { actor } = ctx;
  await countTry(ctx, 'take');
  const code = readCode(typed);
  const found = code === null ? null : await findCode(ctx, hashToken(code));
  if (!found) throw new AppError('bad-code');
  const { codeId, batch } = found;
  if (batch.kind === 'invitation') {
    if ((actor && actor.role !== 'guest') || !found.isUsable) throw new AppError('bad-code');
    await countTry(ctx, 'giveBack');
    return { kind: 'invitation' };
  }
  if (!actor || actor.role === 'guest') throw new AppError('bad-code');
  const request = { useCase: 'redeem-code', input: { codeId } };
  const redeemed = await redeemOnce(
    ctx,
    actor,
    { codeId, batch },
    { userId: actor.id, key, request },
  );
  await countTry(ctx, 'giveBack');
  return redeemed;
}

/** Tries are limited for each address and account; one that gives something does not count. */
async function countTry({ rateLimiter, request, actor }: Ctx, step: 'take' | 'giveBack') {
  await rateLimiter[step]('redeem-by-address', request.address);
  if (actor) await rateLimiter[step]('redeem-by-account', actor.id);
}

async function findCode({ db, clock }: Ctx, hash: string) {
  const [row] = await db
    .select({
      codeId: codes.id,
      uses: codes.uses,
      usesMax: codes.usesMax,
      withdrawnAt: codes.withdrawnAt,
      batch: codeBatches,
    })
    .from(codes)
    .innerJoin(codeBatches, eq(codeBatches.id, codes.batchId))
    .where(eq(codes.hash, hash));
  if (!row) return null;
  const { codeId, batch, uses, usesMax, withdrawnAt } = row;
  const isUsable = !withdrawnAt && uses < usesMax && batch.expiresAt > clock.now();
  return { codeId, batch, isUsable };
}

interface FoundCode {
  codeId: string;
  batch: CodeBatch;
}

async function redeemOnce(ctx: Ctx, actor: Actor, found: FoundCode, keyed: KeyedRequest) {
  for (;;) {
    let unused: UnusedKey = { isNeeded: false, id: null };
    try {
      return await runIdempotent(
        ctx,
        keyed,
        (tx) => redeemIn(ctx, tx, { actor, unused, ...found }),
        async (tx) => {
          if (found.batch.kind === 'game') unused = await lockUnusedKey(ctx, tx, found.batch);
        },
      );
    } catch (error) {
      if (!isAppError(error) || error.code === 'key-reused') throw error;
      // Purchases hold the last keys. Some of them may fail.
      const isSoldOut = unused.isNeeded && unused.id === null;
      if (isSoldOut && (await waitForUnusedKey(ctx, found.batch.gameId ?? 0))) continue;
      throw new AppError('bad-code');
    }
  }
}

interface Redemption extends FoundCode {
  actor: Actor;
  unused: UnusedKey;
}

/** Claims a use of the code with one write, and gives what it is for. */
async function redeemIn(ctx: Ctx, tx: Transaction, redemption: Redemption): Promise<Redeemed> {
  const { actor, unused, codeId, batch } = redemption;
  const at = ctx.clock.now();
  if (batch.kind === 'money') await lockWallets(tx, [actor.id]);
  // Two codes of a batch that one account redeems at the same time count each other.
  await lockAccounts(tx, [actor.id], 'no key update');
  const suspended = await tx.$count(users, and(eq(users.id, actor.id), isSuspended(at)));
  if (suspended > 0) throw new AppError('bad-code');
  const [claimed] = await tx
    .update(codes)
    .set({ uses: typedSql(integer, sql`${codes.uses} + 1`) })
    .from(codeBatches)
    .where(
      and(
        eq(codes.id, codeId),
        eq(codeBatches.id, codes.batchId),
        isNull(codes.withdrawnAt),
        lt(codes.uses, codes.usesMax),
        gt(codeBatches.expiresAt, at),
      ),
    )
    .returning({ id: codes.id });
  if (!claimed) throw new AppError('bad-code');
  const earlier = await tx.$count(
    codeUses,
    and(eq(codeUses.batchId, batch.id), eq(codeUses.userId, actor.id)),
  );
  if (earlier >= batch.accountMax) throw new AppError('bad-code');
  const given = await give(ctx, tx, { actor, batch, unused, at });
  await tx.insert(codeUses).values({
    batchId: batch.id,
    userId: actor.id,
    number: earlier + 1,
    codeId,
    usedAt: at,
    transferId: given.transferId,
    cardId: given.cardId,
  });
  return given.redeemed;
}

interface Gift {
  actor: Actor;
  batch: CodeBatch;
  unused: UnusedKey;
  at: Date;
}

function give(ctx: Ctx, tx: Transaction, { actor, batch, unused, at }: Gift): Promise<Given> {
  switch (batch.kind) {
    case 'money':
      return giveMoneyOfCode(tx, { actor, batch, at });
    case 'game':
      return giveGameOfCode(tx, { actor, batch, unused, at });
    case 'card':
      return giveCardOfCode(tx, { actor, batch, at });
    case 'group':
      return enterGroupOfCode(tx, { actor, batch, at });
    case 'invitation':
      throw new Error(`The invitation ${batch.id} of ${ctx.request.id} is no gift.`);
  }
}
