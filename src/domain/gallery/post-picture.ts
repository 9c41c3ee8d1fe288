import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { pictures } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requireWritePermission } from '../accounts/require-write-permission.ts';
import type { Ctx } from '../context.ts';
import { letWait } from '../lib/hiding/hideable-kind.ts';
import { requirePlayer } from '../permissions/require-actor.ts';
import { requirePart } from '../site/site-parts.ts';
import { admitNewThing } from '../text-filters/admit-text.ts';
import { reportFilteredText } from '../text-filters/report-filtered-text.ts';
import { isGalleryPicture } from './gallery-columns.ts';
import { hideablePictures } from './hideable-pictures.ts';
import { importExternalFile } from './uploads/import-external-file.ts';
import { receiveSingleUpload } from './uploads/start-upload.ts';
import { requireUploadPermission } from './uploads/upload-token.ts';

/**
 * Posts an uploaded picture of the actor, stored by us or by the external file service, in the gallery.
 * The caption may be empty. It may wait for approval. Posting the same picture again changes nothing, even if a newer
 * filter, a mute or a limit would refuse it by now.
 * @throws AppError `login-required`, `guest-not-allowed`; `picture-gone`, also when the picture
 * belongs to another account or was uploaded more than an hour ago; and the codes of
 * `importExternalFile`; `account-suspended`, `muted` (with a caption), `text-refused`, `waiting-limit`.
 */
export async function postPicture(
  ctx: Ctx,
  { id, caption }: { id: string; caption: string },
): Promise<void> {
  const { id: userId } = requirePlayer(ctx);
  await requirePart(ctx, 'gallery');
  if (await isPosted(ctx.db, { id, userId })) return;
  const { verdict, waits, requireRoom } = await admitCaption(ctx, userId, caption);
  if (ctx.gallery.externalFiles)
    await importExternalFile(ctx, ctx.gallery.externalFiles, { id, userId });
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const [posted] = await tx
      .update(pictures)
      .set({
        caption: sql`case when ${pictures.publishedAt} is null then ${caption}
          else ${pictures.caption} end`,
        publishedAt: sql`coalesce(${pictures.publishedAt}, ${now.toISOString()}::timestamptz)`,
      })
      .where(isUploadOf({ id, userId }))
      .returning({ publishedAt: pictures.publishedAt });
    if (!posted) throw new AppError('picture-gone');
    if (posted.publishedAt?.getTime() !== now.getTime()) return;
    await reportFilteredText(tx, verdict, {
      ...{ kind: 'picture', thing: id, authorId: userId, copy: caption, at: now },
    });
    if (!waits) return;
    await requireRoom(tx);
    await letWait(tx, hideablePictures, { id, at: now });
  });
}

/**
 * Makes a picture of a file that came with its form, and posts it. The caption is checked before the file is decoded.
 * @throws AppError the codes of `requireUploadPermission`, `receiveSingleUpload` and `postPicture`.
 */
export async function postSentPicture(
  ctx: Ctx,
  { file, caption }: { file: { path: string; bytes: number; name: string }; caption: string },
  signal: AbortSignal,
): Promise<void> {
  const { id: userId } = await requireUploadPermission(ctx);
  await admitCaption(ctx, userId, caption);
  const { id } = await ctx.gallery.tempDirs.use((dir) =>
    receiveSingleUpload(ctx, dir, { userId, file, publish: false, signal }),
  );
  await postPicture(ctx, { id, caption });
}

async function admitCaption(ctx: Ctx, userId: string, caption: string) {
  if (caption !== '') await requireWritePermission(ctx, userId);
  return admitNewThing(ctx, userId, { caption });
}

interface UploadedPicture {
  id: string;
  userId: string;
}

const isUploadOf = ({ id, userId }: UploadedPicture) =>
  and(
    isGalleryPicture,
    eq(pictures.id, id),
    eq(pictures.userId, userId),
    isNotNull(pictures.keptAt),
    isNull(pictures.removedAt),
  );

async function isPosted(db: Ctx['db'], picture: UploadedPicture): Promise<boolean> {
  return (await db.$count(pictures, and(isUploadOf(picture), isNotNull(pictures.publishedAt)))) > 0;
}
