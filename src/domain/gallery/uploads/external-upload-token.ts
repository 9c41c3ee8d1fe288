import type { Ctx } from '#domain/context.ts';
import { isEqualInConstantTime } from '#domain/lib/is-equal-in-constant-time.ts';
import type { SecretKeys } from '#domain/secrets/derived-keys.ts';
import { uploaderField } from '../file-rest-api/describe-file.ts';
import { sign } from '../file-rest-api/service-keys.ts';
import type { ExternalFile, ExternalFiles } from '../storage/external-files.ts';
import { requireDailyQuota } from './upload-quota.ts';

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
    metadata: { [uploaderField]: signUploader(ctx, ctx.keys.current, userId) },
  };
}

/** Whether a file of the external file service carries the signed metadata field of `userId`. */
export async function isUploadOf(
  ctx: Pick<Ctx, 'keys' | 'gallery'>,
  { metadata }: ExternalFile,
  userId: string,
): Promise<boolean> {
  const field = metadata[uploaderField] ?? '';
  const signer = await ctx.keys.find((keys) =>
    isEqualInConstantTime(field, signUploader(ctx, keys, userId)),
  );
  return signer !== null;
}

/** A signature that only this server can make. It does not reveal the account. */
function signUploader(
  { gallery: { externalFiles } }: Pick<Ctx, 'gallery'>,
  keys: SecretKeys,
  userId: string,
) {
  return sign(keys, 'uploader', externalFiles?.publicKey ?? '', userId);
}
