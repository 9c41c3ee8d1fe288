import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { pictures } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requireActor } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { inGallery } from './gallery-columns.ts';
import { deletePictureFiles } from './storage/delete-files.ts';

/**
 * Deletes a picture of the actor's own, with its files. Moderators delete others' by
 * `moderation/delete-picture.ts`, which writes down why.
 * @throws Refusal `login-required`, `picture-gone` (also to whom it does not belong).
 */
export async function deletePicture(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const { id: userId } = requireActor(ctx);
  const own = await ctx.db.transaction((tx) =>
    removeFromGallery(tx, { id, userId, now: ctx.clock.now() }),
  );
  if (!own) throw new AppError('picture-gone');
  await deletePictureFiles(ctx, id);
}

/**
 * Takes a picture out of the gallery, of `userId` alone where one is given, and answers what it was;
 * null when it was not there. Of two who do so one is answered null.
 */
export async function removeFromGallery(
  tx: Queryable,
  { id, userId, now }: { id: string; userId?: string; now: Date },
) {
  const [taken] = await tx
    .update(pictures)
    .set({ removedAt: now })
    .where(
      and(
        eq(pictures.id, id),
        inGallery,
        userId === undefined ? undefined : eq(pictures.userId, userId),
      ),
    )
    .returning({
      userId: pictures.userId,
      caption: pictures.caption,
      publishedAt: pictures.publishedAt,
    });
  if (!taken || taken.userId === null) return null;
  return { ...taken, userId: taken.userId };
}
