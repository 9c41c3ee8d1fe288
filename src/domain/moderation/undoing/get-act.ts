import { eq } from 'drizzle-orm';
import { moderationLog } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { requireModerator } from '../../permissions/require-moderator.ts';
import { selectLogEntries, toModerationEntry } from '../log/list-moderation-log.ts';

/**
 * An entry of the log, for the page that takes it back.
 * @throws AppError `login-required`, `moderators-only`, `act-gone`.
 */
export async function getAct(ctx: Ctx, actId: string) {
  const actor = requireModerator(ctx);
  const [row] = await selectLogEntries(ctx.db).where(eq(moderationLog.id, actId));
  if (!row) throw new AppError('act-gone');
  return { ...toModerationEntry(row, actor), isOwn: row.targetId === actor.id };
}
