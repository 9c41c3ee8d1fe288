import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { users } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../../context.ts';
import { removeFromGallery } from '../../gallery/delete-picture.ts';
import { deletePictureFiles } from '../../gallery/storage/delete-picture-files.ts';
import { requireModerator } from '../../permissions/require-moderator.ts';
import { appendToModerationLog } from '../log/append-to-moderation-log.ts';
import type { ModeratorAct } from '../log/moderator-act.ts';

/**
 * Deletes a picture of any player with its files. The log stores its caption, uploader and time.
 * @throws AppError `login-required`, `moderators-only`, `picture-gone`.
 */
export async function deletePictureAsModerator(
  ctx: Ctx,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const actor = requireModerator(ctx);
  const act = { moderatorId: actor.id, reason, at: ctx.clock.now() };
  await ctx.db.transaction((tx) => removePicture(tx, id, act));
  ctx.events.publish({ type: 'content-removed' });
  await deletePictureFiles(ctx, id);
}

/**
 * Removes a picture in the caller's transaction; its files stay. @throws AppError `picture-gone`.
 */
export async function removePicture(tx: Queryable, id: string, act: ModeratorAct): Promise<void> {
  const picture = await removeFromGallery(tx, { id, now: act.at });
  if (!picture) throw new AppError('picture-gone');
  const [uploader] = await tx
    .select({ username: users.displayUsername })
    .from(users)
    .where(eq(users.id, picture.userId));
  await appendToModerationLog(tx, {
    ...act,
    act: 'delete-picture',
    targetId: picture.userId,
    details: {
      picture: id,
      caption: picture.caption,
      uploader: uploader?.username ?? null,
      posted: picture.publishedAt?.toISOString() ?? null,
    },
  });
}
