import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { pictures } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';
import { requireActor } from '../permissions/require-actor.ts';
import { isPostedByPlayer } from './gallery-columns.ts';
import { deletePictureFiles } from './storage/delete-picture-files.ts';

/**
 * Deletes one of the actor's own pictures and its files. Moderators delete other players' pictures
 * by `moderation/deleting/delete-thing.ts`, which records a reason.
 * @throws AppError `login-required`; `picture-gone`, also when the picture belongs to another
 * account.
 */
export async function deletePicture(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const { id: userId } = requireActor(ctx);
  const deleted = await ctx.db.transaction((tx) =>
    removeFromGallery(tx, { id, userId, now: ctx.clock.now() }),
  );
  if (!deleted) throw new AppError('picture-gone');
  ctx.events.publish({ type: 'content-removed' });
  await deletePictureFiles(ctx, id);
}

/**
 * Marks a posted picture as removed, also a hidden one. With `userId`, only a picture of that account.
 * Returns what the picture was, or null when it was not posted. Of two simultaneous calls,
 * one gets null.
 */
export async function removeFromGallery(
  tx: Queryable,
  { id, userId, now }: { id: string; userId?: string; now: Date },
) {
  const [removed] = await tx
    .update(pictures)
    .set({ removedAt: now })
    .where(
      and(
        eq(pictures.id, id),
        isPostedByPlayer,
        userId === undefined ? undefined : eq(pictures.userId, userId),
      ),
    )
    .returning({
      userId: pictures.userId,
      caption: pictures.caption,
      publishedAt: pictures.publishedAt,
    });
  if (!removed || removed.userId === null) return null;
  return { ...removed, userId: removed.userId };
}
