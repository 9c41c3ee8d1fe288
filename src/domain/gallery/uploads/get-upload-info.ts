import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { pictures, uploads } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { describeFile, isProgramFile } from '../file-rest-api/describe-file.ts';
import { requirePublicKey } from '../file-rest-api/service-keys.ts';
import { isGalleryPicture } from '../gallery-columns.ts';
import { isAttemptLost } from './upload-states.ts';

/** The state of an uploaded file. */
export interface UploadInfo {
  id: string;
  name: string;
  /** The size of the file that was sent, or as `describeFile` says. */
  bytes: number;
  /** Whether the picture is made. Until then `picture` is null. */
  ready: boolean;
  /**
   * Whether the node that processed the upload has stopped. Completing the upload again processes
   * it again.
   */
  lost: boolean;
  published: boolean;
  metadata: Record<string, string>;
  picture: { kind: string; width: number; height: number } | null;
}

/**
 * The name of a published picture for others: everybody knows the picture's id, but only its player
 * the file name.
 */
const publicName = 'picture';

/**
 * Returns the state of an upload or of its picture to anyone who knows the id, which cannot be
 * guessed before the picture is published. After that, file name and metadata of a picture in a gallery are not
 * shown. A picture that waits for approval is not published.
 * @throws AppError `upload-key`, `upload-gone`, and the code of the error that ended the upload.
 */
export async function getUploadInfo(
  ctx: Pick<Ctx, 'db' | 'clock' | 'keys'>,
  { id, publicKey }: { id: string; publicKey: string },
): Promise<UploadInfo> {
  await requirePublicKey(ctx, publicKey);
  // This order is necessary: the upload's row is deleted when the picture exists.
  const upload = await findUpload(ctx, id);
  const found = await findPicture(ctx, id);
  return found ?? getUnfinishedInfo(ctx, id, upload);
}

async function findPicture({ db }: Pick<Ctx, 'db'>, id: string): Promise<UploadInfo | null> {
  const [found] = await db
    .select({
      name: pictures.name,
      kind: pictures.kind,
      bytes: pictures.bytes,
      storedBytes: pictures.fullBytes,
      userId: pictures.userId,
      width: pictures.fullWidth,
      height: pictures.fullHeight,
      publishedAt: pictures.publishedAt,
      hiddenCause: pictures.hiddenCause,
      metadata: pictures.metadata,
    })
    .from(pictures)
    .where(
      and(
        isGalleryPicture,
        eq(pictures.id, id),
        isNotNull(pictures.keptAt),
        isNull(pictures.removedAt),
      ),
    );
  // Everybody may know the id of a picture that a moderator hid.
  if (!found || found.hiddenCause === 'moderator') return null;
  const { publishedAt, hiddenCause, name, metadata, width, height } = found;
  const { kind, bytes } = describeFile(found);
  const published = publishedAt !== null && hiddenCause === null;
  const isPublic = published && !isProgramFile(found);
  const senderFields = isPublic ? { name: publicName, metadata: {} } : { name, metadata };
  const picture = { kind, width, height };
  return { id, ...senderFields, bytes, ready: true, lost: false, published, picture };
}

async function findUpload({ db }: Pick<Ctx, 'db'>, id: string) {
  const [upload] = await db
    .select({
      name: uploads.name,
      bytes: uploads.bytes,
      partBytes: uploads.partBytes,
      metadata: uploads.metadata,
      stage: uploads.stage,
      errorCode: uploads.errorCode,
      touchedAt: uploads.touchedAt,
    })
    .from(uploads)
    .where(eq(uploads.id, id));
  return upload;
}

function getUnfinishedInfo(
  { clock }: Pick<Ctx, 'clock'>,
  id: string,
  upload: Awaited<ReturnType<typeof findUpload>>,
): UploadInfo {
  if (!upload) throw new AppError('upload-gone');
  const { name, bytes, metadata, partBytes, stage, errorCode } = upload;
  if (errorCode) throw new AppError(errorCode);
  const lost = isAttemptLost(upload, clock.now());
  // A file sent in one request is lost with its node. Without this error the client would poll for
  // ever.
  if (stage === 'ended' || (lost && partBytes === null)) throw new AppError('upload-gone');
  return { id, name, bytes, ready: false, lost, published: false, metadata, picture: null };
}
