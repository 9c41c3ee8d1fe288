import { randomUUID } from 'node:crypto';
import { and, count, eq, gte, isNull } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { pictures, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { requireCatalogEditor } from '#domain/permissions/require-catalog-editor.ts';
import { type SitePicture, toSitePicture } from '#domain/site/pictures/find-site-pictures.ts';
import { sitePictureConstants } from '#shared/constants/site/site-pictures.ts';
import { AppError, isAppError } from '#shared/errors/app-error.ts';
import { utcDayStart } from '#shared/format/utc-day.ts';
import { createPicture, type PictureCtx } from '../processing/create-picture.ts';
import type { PictureShape, ProcessedPicture } from '../processing/image-processor.ts';
import { deletePictureFiles } from '../storage/delete-picture-files.ts';
import { toDisplayFileName } from '../storage/display-file-name.ts';
import { pictureFileName } from '../storage/file-store.ts';
import type { TempDir } from '../storage/temp-dirs.ts';

/** A file as a form sent it. */
export interface SentFile {
  name: string;
  stream(): AsyncIterable<Uint8Array>;
}

const { bytesMax, perDay, totalMax } = sitePictureConstants;

/**
 * Makes a picture of the site from a file: two sizes in WebP without metadata. It is stored by us also if
 * an external file service stores players' pictures. It is deleted after an hour unless
 * `savePictureUses` names what uses it.
 * @throws AppError `login-required`, `catalog-editors-only`, `site-picture-bytes`, `site-picture-limit`,
 * `site-pictures-full`, `rate-limited`, and the codes of `ImageProcessor.process`.
 */
export async function uploadSitePicture(
  ctx: Ctx,
  file: SentFile,
  signal?: AbortSignal,
  shape?: PictureShape,
): Promise<SitePicture> {
  const { id: userId } = requireCatalogEditor(ctx);
  await requireQuota(ctx.db, userId, ctx.clock.now());
  await ctx.rateLimiter.take('site-picture-by-account', userId);
  return ctx.gallery.tempDirs.use(async (dir) => {
    const prepared = await prepareSitePicture(ctx, dir, { userId, file, signal, shape });
    return saveSitePicture(ctx, userId, prepared);
  });
}

/** A picture whose two sizes are in a temporary folder. */
export interface PreparedPicture {
  name: string;
  /** The size of the file that was sent. */
  bytes: number;
  picture: ProcessedPicture;
}

/**
 * Makes the two sizes of a picture in a temporary folder.
 * @throws AppError `site-picture-bytes`, `rate-limited`, and the codes of `ImageProcessor.process`.
 */
export async function prepareSitePicture(
  ctx: PictureCtx,
  dir: TempDir,
  {
    userId,
    file,
    signal,
    shape,
  }: {
    userId: string;
    file: SentFile;
    signal?: AbortSignal | undefined;
    shape?: PictureShape | undefined;
  },
): Promise<PreparedPicture> {
  const { path, bytes } = await dir.write(file.stream(), { bytesMax }).catch((error: unknown) => {
    const isTooLarge = isAppError(error) && error.code === 'upload-bytes';
    throw isTooLarge ? new AppError('site-picture-bytes') : error;
  });
  const picture = await createPicture(ctx, {
    userId,
    path,
    folder: dir.folder,
    signal,
    notNeeded: new AbortController().signal,
    shape,
  });
  return { name: toDisplayFileName(file.name), bytes, picture };
}

type StoringCtx = Pick<Ctx, 'db' | 'clock' | 'gallery' | 'log'>;

/**
 * Stores a prepared picture. The row is written before the files, so that a crash leaves no file without a row.
 * `isOperator` stores more pictures than an account may upload on a day.
 * @throws AppError `site-picture-limit`, `site-pictures-full`.
 */
export async function saveSitePicture(
  ctx: StoringCtx,
  userId: string,
  sent: PreparedPicture,
  { isOperator = false }: { isOperator?: boolean } = {},
): Promise<SitePicture> {
  const { full, thumbnail, kind } = sent.picture;
  const id = randomUUID();
  const row = {
    id,
    fullWidth: full.width,
    fullHeight: full.height,
    fullHash: full.hash,
    thumbnailWidth: thumbnail.width,
    thumbnailHeight: thumbnail.height,
    thumbnailHash: thumbnail.hash,
  };
  await ctx.db.transaction(async (tx) => {
    const { name, bytes } = sent;
    const now = ctx.clock.now();
    // Simultaneous uploads of the account wait here, so that they cannot exceed its quota.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
    await requireQuota(tx, userId, now, isOperator ? Number.POSITIVE_INFINITY : perDay);
    await tx.insert(pictures).values({
      ...row,
      userId,
      purpose: 'site',
      name,
      kind,
      bytes,
      fullBytes: full.bytes,
      thumbnailBytes: thumbnail.bytes,
      uploadedAt: now,
    });
  });
  try {
    for (const { hash, path } of [full, thumbnail])
      await ctx.gallery.fileStore.save(pictureFileName(id, hash), path);
    await ctx.db
      .update(pictures)
      .set({ keptAt: ctx.clock.now() })
      .where(and(eq(pictures.id, id), isNull(pictures.removedAt)));
  } catch (error) {
    await removePicture(ctx, id);
    throw error;
  }
  return toSitePicture(row);
}

/** If this fails too, the job that deletes unused pictures deletes the files. */
async function removePicture(ctx: StoringCtx, id: string): Promise<void> {
  try {
    await ctx.db.update(pictures).set({ removedAt: ctx.clock.now() }).where(eq(pictures.id, id));
    await deletePictureFiles(ctx, id);
  } catch (error) {
    ctx.log.warn({ err: error, picture: id }, 'a picture of the site was not cleaned up');
  }
}

async function requireQuota(
  db: Queryable,
  userId: string,
  now: Date,
  ofDayMax: number = perDay,
): Promise<void> {
  const isOfSite = eq(pictures.purpose, 'site');
  const isOfDay = gte(pictures.uploadedAt, utcDayStart(now));
  const [ofDay] = await db
    .select({ pictures: count() })
    .from(pictures)
    .where(and(isOfSite, eq(pictures.userId, userId), isOfDay));
  if ((ofDay?.pictures ?? 0) >= ofDayMax) throw new AppError('site-picture-limit');
  const [all] = await db
    .select({ pictures: count() })
    .from(pictures)
    .where(and(isOfSite, isNull(pictures.removedAt)));
  if ((all?.pictures ?? 0) >= totalMax) throw new AppError('site-pictures-full');
}
