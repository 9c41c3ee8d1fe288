import { eq } from 'drizzle-orm';
import { users } from '#db/schema.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Ctx } from '../context.ts';
import { takeOut } from '../pictures/delete-picture.ts';
import { removeFiles } from '../pictures/remove-files.ts';
import { requireModerator } from './require-moderator.ts';
import { writeToLog } from './write-to-log.ts';

/**
 * Deletes anybody's picture with its files; the log keeps its caption, whose it was and when it came.
 * @throws Refusal `login-required`, `moderators-only`, `picture-gone`.
 */
export async function deletePictureAsModerator(
  ctx: Ctx,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const actor = requireModerator(ctx);
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const picture = await takeOut(tx, { id, now });
    if (!picture) throw new Refusal('picture-gone');
    const [uploader] = await tx
      .select({ username: users.displayUsername })
      .from(users)
      .where(eq(users.id, picture.userId));
    await writeToLog(tx, {
      moderatorId: actor.id,
      act: 'delete-picture',
      targetId: picture.userId,
      reason,
      details: {
        picture: id,
        caption: picture.caption,
        uploader: uploader?.username ?? null,
        posted: picture.publishedAt?.toISOString() ?? null,
      },
      at: now,
    });
  });
  await removeFiles(ctx, id);
}
