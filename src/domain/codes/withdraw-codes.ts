import { and, eq, isNull, lt } from 'drizzle-orm';
import { codeBatches, codes, users } from '#database/schema.ts';
import { AppError, isAppError } from '#shared/errors/app-error.ts';
import { byUsername } from '../accounts/username-condition.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions/require-moderator.ts';
import { appendToAdminLog } from '../site/append-to-admin-log.ts';
import { findOpenBatches } from './list-codes.ts';

/** How many batches are found at a time. */
const batchesRead = 50;

/**
 * Withdraws one code, or all codes of a batch: what is left of them gives nothing any more. What was redeemed stays.
 * Returns how many codes it withdrew.
 * @throws AppError `login-required`, `admins-only`; `code-gone` when nothing was left to withdraw.
 */
export async function withdrawCodes(
  ctx: Ctx,
  { batchId, codeId }: { batchId: string; codeId?: string },
): Promise<number> {
  const { id: accountId } = requireAdmin(ctx);
  const at = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const withdrawn = await tx
      .update(codes)
      .set({ withdrawnAt: at })
      .where(
        and(
          eq(codes.batchId, batchId),
          codeId === undefined ? undefined : eq(codes.id, codeId),
          isNull(codes.withdrawnAt),
          lt(codes.uses, codes.usesMax),
        ),
      )
      .returning({ start: codes.start });
    const [first] = withdrawn;
    if (!first) throw new AppError('code-gone');
    await appendToAdminLog(tx, {
      accountId,
      act: 'withdraw-codes',
      subject: batchId,
      details: { codes: withdrawn.length, ...(codeId !== undefined && { start: first.start }) },
      at,
    });
    return withdrawn.length;
  });
}

/**
 * Withdraws all codes that an account made and that can still be redeemed, batch by batch: codes outlive the role of
 * the admin who made them. Returns how many it withdrew.
 * @throws AppError `login-required`, `admins-only`, `user-not-found`; `code-gone` when nothing was left to withdraw.
 */
export async function withdrawCodesOfMaker(ctx: Ctx, username: string): Promise<number> {
  requireAdmin(ctx);
  const [account] = await ctx.db.select({ id: users.id }).from(users).where(byUsername(username));
  if (!account) throw new AppError('user-not-found');
  const maker = eq(codeBatches.createdBy, account.id);
  let withdrawn = 0;
  let batchIds: string[];
  do {
    batchIds = await findOpenBatches(ctx, { maker, limit: batchesRead });
    for (const batchId of batchIds) withdrawn += await withdrawWhatIsLeft(ctx, batchId);
  } while (batchIds.length === batchesRead);
  if (withdrawn === 0) throw new AppError('code-gone');
  return withdrawn;
}

/** Zero if somebody else has withdrawn or used up the batch meanwhile. */
async function withdrawWhatIsLeft(ctx: Ctx, batchId: string): Promise<number> {
  try {
    return await withdrawCodes(ctx, { batchId });
  } catch (error) {
    if (isAppError(error) && error.code === 'code-gone') return 0;
    throw error;
  }
}
