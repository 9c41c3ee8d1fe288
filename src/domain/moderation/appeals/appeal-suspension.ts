import { and, desc, eq } from 'drizzle-orm';
import { appeals, moderationLog } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { AppealSuspensionInput } from '#shared/schemas/moderation/appeal-suspension.ts';
import { verifyPassword } from '../../accounts/passwords/verify-password.ts';
import { isCurrentlySuspended } from '../../accounts/suspension.ts';
import { byUsername, toUsernameKey } from '../../accounts/username-condition.ts';
import type { Ctx } from '../../context.ts';
import { storeAppeal } from './make-appeal.ts';

/**
 * Appeals against the present suspension of an account, which cannot log in. Its password proves who asks. A second
 * factor is not needed, because an appeal gives access to nothing. If the appeal was decided before, the error has
 * the answer.
 * @throws AppError those of `verifyPassword`; `act-gone` if the account is not suspended, or not by a moderator;
 * `rate-limited`, `appeal-late`, `appeal-again`.
 */
export async function appealSuspension(
  ctx: Ctx,
  { username, password, text }: AppealSuspensionInput,
): Promise<void> {
  const { id: userId } = await verifyPassword(ctx, {
    condition: byUsername(username),
    name: toUsernameKey(username),
    password,
  });
  if (!(await isCurrentlySuspended(ctx, userId))) {
    throw new AppError('act-gone', { text: 'This account is not suspended. Log in.' });
  }
  const [suspension] = await ctx.db
    .select({ id: moderationLog.id, answer: appeals.answer })
    .from(moderationLog)
    .leftJoin(appeals, eq(appeals.logId, moderationLog.id))
    .where(and(eq(moderationLog.targetId, userId), eq(moderationLog.act, 'suspend')))
    .orderBy(desc(moderationLog.id))
    .limit(1);
  if (suspension?.answer) {
    throw new AppError('appeal-again', {
      text: `Your appeal was decided. The suspension stands. ${suspension.answer}`,
    });
  }
  await storeAppeal(ctx, { userId, actId: suspension?.id ?? null, text });
}
