import { sitePictureShapes } from '#shared/constants/site/site-pictures.ts';
import type { SitePictureForm } from '#shared/schemas/administration/site-pictures.ts';
import { requireFreshProof } from '../accounts/sessions/fresh-proof.ts';
import type { Ctx } from '../context.ts';
import { type SentFile, uploadSitePicture } from '../gallery/site-pictures/upload-site-picture.ts';
import { requireAdmin } from '../permissions/require-moderator.ts';
import { changeSiteSetting } from './change-site-setting.ts';

/**
 * Makes a part of a picture the logo or the banner of the site. The sizes are those of the product, whatever the
 * form says. It needs a fresh proof of identity, which is checked before the picture is decoded.
 * @throws AppError `login-required`, `admins-only`, `proof-required`, and those of `uploadSitePicture`.
 */
export async function changeSitePicture(
  ctx: Ctx,
  { kind, text, background, part, file }: SitePictureForm & { file: SentFile },
  signal?: AbortSignal,
): Promise<void> {
  requireAdmin(ctx);
  await requireFreshProof(ctx);
  const shape = {
    ...sitePictureShapes[kind],
    part,
    background: background === 'none' ? null : background,
  };
  const { id, full, thumbnail } = await uploadSitePicture(ctx, file, signal, shape);
  await changeSiteSetting(ctx, { key: kind, value: { id, full, thumbnail, text } });
}
