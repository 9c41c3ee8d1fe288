import type { Ctx } from '#domain/context.ts';
import { isEqualInConstantTime } from '#domain/lib/is-equal-in-constant-time.ts';
import { sign } from '../file-service/service-keys.ts';
import type { HostedFile, HostedFiles } from '../storage/hosted-files.ts';
import { requireDailyQuota } from './upload-quota.ts';

/** The metadata field that names the uploader. */
const uploaderField = 'guildhall_uploader';

/**
 * What a browser needs to upload a picture to the hosted service. The service's signature permits
 * an upload by anybody; our signed metadata field says which account uploads.
 * @throws AppError `rate-limited`, `upload-limit`.
 */
export async function issueHostedUploadToken(
  ctx: Ctx,
  hosted: HostedFiles,
  { userId, expire }: { userId: string; expire: string },
) {
  await ctx.rateLimiter.take('upload-by-account', userId);
  await requireDailyQuota(ctx.db, userId, ctx.clock.now());
  return {
    publicKey: hosted.publicKey,
    signature: hosted.signUpload(expire),
    expire,
    uploadUrl: hosted.uploadUrl,
    metadata: { [uploaderField]: signUploader(ctx, userId) },
  };
}

/** Whether a file of the hosted service carries the signed metadata field of `userId`. */
export function isUploadOf(
  ctx: Pick<Ctx, 'secret' | 'gallery'>,
  { metadata }: HostedFile,
  userId: string,
): boolean {
  return isEqualInConstantTime(metadata[uploaderField] ?? '', signUploader(ctx, userId));
}

/** A signature that only this server can make. It does not reveal the account. */
function signUploader(
  { secret, gallery: { hostedFiles } }: Pick<Ctx, 'secret' | 'gallery'>,
  userId: string,
) {
  return sign(secret, 'uploader', hostedFiles?.publicKey ?? '', userId);
}
