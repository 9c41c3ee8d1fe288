import type { Ctx } from '#domain/context.ts';
import { isSame, sign } from '../file-service/service-keys.ts';
import type { HostedFile, HostedFiles } from '../storage/hosted-files.ts';
import { requireFreePlace } from './upload-quota.ts';

/** Under what a file tells whose upload it is. */
const markName = 'guildhall_uploader';

/**
 * What a browser sends a picture to the hosted service with. The service's signature says only that
 * somebody may upload; whose upload it is, says a mark of ours that the file carries with it.
 * @throws Refusal `rate-limited`, `upload-limit`.
 */
export async function issueHostedUploadToken(
  ctx: Ctx,
  hosted: HostedFiles,
  { userId, expire }: { userId: string; expire: string },
) {
  await ctx.rateLimiter.take('upload-by-account', userId);
  await requireFreePlace(ctx.db, userId, ctx.clock.now());
  return {
    publicKey: hosted.publicKey,
    signature: hosted.signUpload(expire),
    expire,
    uploadUrl: hosted.uploadUrl,
    metadata: { [markName]: markOf(ctx, userId) },
  };
}

/** Whether a file of the hosted service was sent with a mark that was given to `userId`. */
export function isUploadOf(
  ctx: Pick<Ctx, 'secret' | 'hostedFiles'>,
  { metadata }: HostedFile,
  userId: string,
): boolean {
  return isSame(metadata[markName] ?? '', markOf(ctx, userId));
}

/** Nobody else can make it, and it says nothing of the account to who reads it. */
function markOf({ secret, hostedFiles }: Pick<Ctx, 'secret' | 'hostedFiles'>, userId: string) {
  return sign(secret, 'uploader', hostedFiles?.publicKey ?? '', userId);
}
