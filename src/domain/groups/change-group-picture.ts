import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { groups } from '#database/schema.ts';
import { sitePictureShapes } from '#shared/constants/site/site-pictures.ts';
import type { Ctx } from '../context.ts';
import { requireRight } from '../permissions/require-right.ts';
import { appendToAdminLog } from '../site/append-to-admin-log.ts';
import { savePictureUses } from '../site/pictures/save-picture-uses.ts';
import { lockGroup } from './lock-group.ts';

/** Pictures of groups have the sizes of a logo. Without a chosen part it is the middle of the picture. */
export const groupPictureShape = { ...sitePictureShapes.logo, part: null, background: null };

/**
 * Gives a group a picture that was uploaded with `groupPictureShape`, or takes it away.
 * @throws AppError `login-required`, `admins-only`, `group-gone`, `picture-gone`.
 */
export async function changeGroupPicture(
  ctx: Ctx,
  { id, pictureId }: { id: string; pictureId: string | null },
): Promise<void> {
  const { id: accountId } = requireRight(ctx, 'manage-groups');
  await ctx.db.transaction(async (tx) => {
    const { name } = await lockGroup(tx, id, 'update');
    await writePicture(tx, { id, pictureId });
    await appendToAdminLog(tx, {
      accountId,
      act: 'edit-group',
      subject: id,
      details: { name, picture: pictureId !== null },
      at: ctx.clock.now(),
    });
  });
}

async function writePicture(
  tx: Queryable,
  { id, pictureId }: { id: string; pictureId: string | null },
): Promise<void> {
  const pictureIds = pictureId === null ? [] : [pictureId];
  await savePictureUses(tx, { usedBy: `group:${id}`, pictureIds });
  await tx.update(groups).set({ pictureId }).where(eq(groups.id, id));
}
