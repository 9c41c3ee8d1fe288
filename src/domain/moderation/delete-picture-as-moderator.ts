import { eq } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';
import { removeFromGallery } from '../gallery/delete-picture.ts';
import { deletePictureFiles } from '../gallery/storage/delete-picture-files.ts';
import { appendToModerationLog } from './append-to-moderation-log.ts';
import { requireModerator } from './require-moderator.ts';

/**
 * Deletes a picture of any player with its files. The log stores its caption, uploader and time.
 * @throws AppError `login-required`, `moderators-only`, `picture-gone`.
 */
export async function deletePictureAsModerator(
  ctx: Ctx,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const actor = requireModerator(ctx);
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const picture = await removeFromGallery(tx, { id, now });
    if (!picture) throw new AppError('picture-gone');
    const [uploader] = await tx
      .select({ username: users.displayUsername })
      .from(users)
      .where(eq(users.id, picture.userId));
    await appendToModerationLog(tx, {
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
  ctx.events.publish({ type: 'content-removed' });
  await deletePictureFiles(ctx, id);
}
