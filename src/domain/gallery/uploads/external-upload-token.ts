import type { Ctx } from '#domain/context.ts';
import { isEqualInConstantTime } from '#domain/lib/is-equal-in-constant-time.ts';
import { sign } from '../file-service/service-keys.ts';
import type { ExternalFile, ExternalFiles } from '../storage/external-files.ts';
import { requireDailyQuota } from './upload-quota.ts';

/** The metadata field that names the uploader. */
const uploaderField = 'guildhall_uploader';

/**
 * What a browser needs to upload a picture to the external file service. The service's signature permits
 * an upload by anybody; our signed metadata field says which account uploads.
 * @throws AppError `rate-limited`, `upload-limit`.
 */
export async function issueExternalUploadToken(
  ctx: Ctx,
  external: ExternalFiles,
  { userId, expire }: { userId: string; expire: string },
) {
  await ctx.rateLimiter.take('upload-by-account', userId);
  await requireDailyQuota(ctx.db, userId, ctx.clock.now());
  return {
    publicKey: external.publicKey,
    signature: external.signUpload(expire),
    expire,
    uploadUrl: external.uploadUrl,
    metadata: { [uploaderField]: signUploader(ctx, userId) },
  };
}

/** Whether a file of the external file service carries the signed metadata field of `userId`. */
export function isUploadOf(
  ctx: Pick<Ctx, 'secret' | 'gallery'>,
  { metadata }: ExternalFile,
  userId: string,
): boolean {
  return isEqualInConstantTime(metadata[uploaderField] ?? '', signUploader(ctx, userId));
}

/** A signature that only this server can make. It does not reveal the account. */
function signUploader(
  { secret, gallery: { externalFiles } }: Pick<Ctx, 'secret' | 'gallery'>,
  userId: string,
) {
  return sign(secret, 'uploader', externalFiles?.publicKey ?? '', userId);
}
