import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm';
import { pictures } from '#database/schema.ts';
import { dataExportConstants } from '#shared/constants/accounts/data-exports.ts';
import { pictureConstants } from '#shared/constants/gallery/gallery.ts';
import type { Ctx } from '../context.ts';
import { pictureFileName } from '../gallery/storage/file-store.ts';

/** How many pictures an export has, and which it does not have, with the reason. */
export interface PictureList {
  included: number;
  bytes: number;
  leftOut: { id: string; reason: string }[];
}

const tooLarge = 'the pictures are too large together';

interface OwnPicture {
  id: string;
  hash: string | null;
  bytes: number | null;
}

/** Yields the pictures of an account that are kept, by their ids. */
async function* iteratePictures(
  { db }: Pick<Ctx, 'db'>,
  userId: string,
): AsyncGenerator<OwnPicture, void> {
  const own = and(
    eq(pictures.userId, userId),
    isNotNull(pictures.keptAt),
    isNull(pictures.removedAt),
  );
  for (let after: string | null = null; ; ) {
    const page: OwnPicture[] = await db
      .select({ id: pictures.id, hash: pictures.fullHash, bytes: pictures.fullBytes })
      .from(pictures)
      .where(after ? and(own, gt(pictures.id, after)) : own)
      .orderBy(asc(pictures.id))
      .limit(dataExportConstants.pageRows);
    yield* page;
    after = page.at(-1)?.id ?? null;
    if (after === null || page.length < dataExportConstants.pageRows) return;
  }
}

/** Yields the files of the account's pictures in our own storage, up to the limit. */
export async function* listStoredPictures(
  ctx: Pick<Ctx, 'db'>,
  userId: string,
  list: PictureList,
): AsyncGenerator<{ id: string; file: string }, void> {
  for await (const { id, hash, bytes } of iteratePictures(ctx, userId)) {
    if (hash === null) continue;
    list.bytes += bytes ?? 0;
    if (list.bytes > dataExportConstants.pictureBytesMax) {
      list.leftOut.push({ id, reason: tooLarge });
    } else {
      list.included += 1;
      yield { id, file: pictureFileName(id, hash) };
    }
  }
}

/**
 * Reads the account's pictures from the external file service, one after the other, up to limits of number, size
 * and time. One that cannot be read is left out; when the service is down, so are the others.
 */
export async function* readExternalPictures(
  { db, clock, gallery: { externalFiles } }: Pick<Ctx, 'db' | 'clock' | 'gallery'>,
  userId: string,
  list: PictureList,
): AsyncGenerator<{ id: string; picture: Buffer }, void> {
  const { externalPictureBytesMax, externalPicturesMax, externalPicturesMs, externalFailuresMax } =
    dataExportConstants;
  const endsAt = clock.now().getTime() + externalPicturesMs;
  let failures = 0;
  let count = 0;
  /** Why no more pictures are read; null if they are. */
  const findReason = () => {
    if (failures >= externalFailuresMax) return 'the file service does not answer';
    if (list.bytes >= dataExportConstants.pictureBytesMax) return tooLarge;
    const isOver = count >= externalPicturesMax || clock.now().getTime() >= endsAt;
    return isOver ? 'there are too many pictures' : null;
  };
  for await (const { id, hash } of iteratePictures({ db }, userId)) {
    if (hash !== null) continue;
    const reason = externalFiles ? findReason() : 'the site no longer uses its file service';
    if (!externalFiles || reason !== null) {
      list.leftOut.push({ id, reason: reason ?? '' });
      continue;
    }
    const picture = await externalFiles
      .readPicture(id, pictureConstants.fullSide, externalPictureBytesMax)
      .catch(() => null);
    if (picture) {
      failures = 0;
      count += 1;
      list.included += 1;
      list.bytes += picture.byteLength;
      yield { id, picture };
    } else {
      failures += 1;
      list.leftOut.push({ id, reason: 'the file service did not send it' });
    }
  }
}
