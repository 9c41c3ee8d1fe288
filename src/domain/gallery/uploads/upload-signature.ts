import { createHmac } from 'node:crypto';
import { requirePlayer } from '#domain/accounts/require-actor.ts';
import type { Ctx } from '#domain/context.ts';
import { uploadConstants } from '#shared/constants/uploads.ts';
import { AppError } from '#shared/errors/app-error.ts';
import {
  isSame,
  publicKeyOf,
  requirePublicKey,
  secretKeyOf,
  sign,
} from '../file-service/service-keys.ts';
import { issueHostedUploadToken } from './hosted-upload-token.ts';
import { requireUploader } from './upload-quota.ts';

/** What a client needs to upload in its player's name. */
export interface UploadToken {
  publicKey: string;
  /** Names the player. */
  signature: string;
  /** Seconds since 1970, as the signature says. */
  expire: string;
}

/** A pass, and where it is good. */
export interface IssuedUploadToken extends UploadToken {
  /** Null for our own wire. */
  uploadUrl: string | null;
  /** What the file has to be sent with. */
  metadata: Record<string, string>;
}

/**
 * Whether the actor may upload.
 * @throws Refusal `login-required`, `guest-not-allowed`, `account-suspended`, `unconfirmed-email`.
 */
export async function requireUploadRight(ctx: Ctx): Promise<{ id: string }> {
  const { id } = requirePlayer(ctx);
  await requireUploader(ctx, ctx.db, id);
  return { id };
}

/**
 * Signs that the actor may upload for the next ten minutes; what has begun by then may go on.
 * @throws Refusal of `requireUploadRight`; `rate-limited` and `upload-limit` with a hosted service.
 */
export async function issueUploadToken(ctx: Ctx): Promise<IssuedUploadToken> {
  const { id } = await requireUploadRight(ctx);
  const expire = String(
    Math.floor((ctx.clock.now().getTime() + uploadConstants.signatureMs) / 1000),
  );
  if (ctx.hostedFiles) return issueHostedUploadToken(ctx, ctx.hostedFiles, { userId: id, expire });
  return {
    publicKey: publicKeyOf(ctx.secret),
    signature: `${id}.${sign(ctx.secret, 'pass', id, expire)}`,
    expire,
    uploadUrl: null,
    metadata: {},
  };
}

/**
 * Whom a client uploads for: a player; null, nobody, for who has signed with the secret key of the file
 * service, as its vendor's libraries do.
 * @throws Refusal `upload-key`, `upload-unsigned`, `upload-expired`.
 */
export function readUploadToken(
  { secret, clock }: Pick<Ctx, 'secret' | 'clock'>,
  { publicKey, signature, expire }: UploadToken,
): { userId: string | null } {
  requirePublicKey({ secret }, publicKey);
  const dot = signature.indexOf('.');
  const userId = dot < 0 ? null : signature.slice(0, dot);
  const expected =
    userId === null
      ? createHmac('sha256', secretKeyOf(secret)).update(expire).digest('hex')
      : sign(secret, 'pass', userId, expire);
  if (!isSame(signature.slice(dot + 1), expected)) throw new AppError('upload-unsigned');
  if (Number(expire) * 1000 < clock.now().getTime()) throw new AppError('upload-expired');
  return { userId };
}

/** What the address of a part carries, so that only who started the upload can send it. */
export function signPart(secret: string, uploadId: string, number: number): string {
  return sign(secret, 'part', uploadId, String(number));
}

/** Whether `signature` is that of the part. */
export function isPartSigned(
  secret: string,
  { uploadId, number, signature }: { uploadId: string; number: number; signature: string },
): boolean {
  return isSame(signature, signPart(secret, uploadId, number));
}
