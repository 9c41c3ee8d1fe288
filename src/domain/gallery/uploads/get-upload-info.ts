import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { pictures, uploads } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requirePublicKey } from '../file-service/service-keys.ts';
import { isLost } from './processing-attempt.ts';

/** What is told of a file that was uploaded. */
export interface UploadInfo {
  id: string;
  name: string;
  /** Of what was sent. */
  bytes: number;
  /** Whether its picture is made; while it is not, nothing is known of it. */
  ready: boolean;
  /** Whether the node that made it has ended: it is made anew by who completes the upload again. */
  lost: boolean;
  published: boolean;
  metadata: Record<string, string>;
  picture: { kind: string; width: number; height: number } | null;
}

/** What a picture of the gallery is called: its id is known to all, its file's name only to its player. */
const publicName = 'picture';

/**
 * Tells of an upload or of its picture to whoever knows its id, which nobody can guess before the picture
 * is in the gallery. From then on the name of the file and its metadata are not told.
 * @throws Refusal `upload-key`, `upload-gone`, and why no picture came of it.
 */
export async function getUploadInfo(
  ctx: Pick<Ctx, 'db' | 'clock' | 'secret'>,
  { id, publicKey }: { id: string; publicKey: string },
): Promise<UploadInfo> {
  requirePublicKey(ctx, publicKey);
  // In this order: the upload's row goes when the picture is there.
  const upload = await findUpload(ctx, id);
  const made = await madePicture(ctx, id);
  return made ?? underWay(ctx, id, upload);
}

async function madePicture({ db }: Pick<Ctx, 'db'>, id: string): Promise<UploadInfo | null> {
  const [made] = await db
    .select({
      name: pictures.name,
      kind: pictures.kind,
      bytes: pictures.bytes,
      width: pictures.fullWidth,
      height: pictures.fullHeight,
      publishedAt: pictures.publishedAt,
      metadata: pictures.metadata,
    })
    .from(pictures)
    .where(and(eq(pictures.id, id), isNotNull(pictures.keptAt), isNull(pictures.removedAt)));
  if (!made) return null;
  const { bytes, publishedAt, name, metadata, ...picture } = made;
  const published = publishedAt !== null;
  const ofSender = published ? { name: publicName, metadata: {} } : { name, metadata };
  return { id, ...ofSender, bytes, ready: true, lost: false, published, picture };
}

async function findUpload({ db }: Pick<Ctx, 'db'>, id: string) {
  const [upload] = await db
    .select({
      name: uploads.name,
      bytes: uploads.bytes,
      partBytes: uploads.partBytes,
      metadata: uploads.metadata,
      stage: uploads.stage,
      refusal: uploads.refusal,
      touchedAt: uploads.touchedAt,
    })
    .from(uploads)
    .where(eq(uploads.id, id));
  return upload;
}

function underWay(
  { clock }: Pick<Ctx, 'clock'>,
  id: string,
  upload: Awaited<ReturnType<typeof findUpload>>,
): UploadInfo {
  if (!upload) throw new AppError('upload-gone');
  const { name, bytes, metadata, partBytes, stage, refusal } = upload;
  if (refusal) throw new AppError(refusal);
  const lost = isLost(upload, clock.now());
  // Of a file that came in one request nothing is left with its node; who asks would ask for ever.
  if (stage === 'ended' || (lost && partBytes === null)) throw new AppError('upload-gone');
  return { id, name, bytes, ready: false, lost, published: false, metadata, picture: null };
}
