import { and, eq, isNull, lt } from 'drizzle-orm';
import { codes } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions/require-moderator.ts';
import { appendToAdminLog } from '../site/append-to-admin-log.ts';

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
