import { createHmac } from 'node:crypto';
import type { Ctx } from '#domain/context.ts';
import { isEqualInConstantTime } from '#domain/lib/is-equal-in-constant-time.ts';
import { requirePlayer } from '#domain/permissions/require-actor.ts';
import type { SecretKeys } from '#domain/secrets/derived-keys.ts';
import type { Keys } from '#domain/secrets/keys.ts';
import { uploadConstants } from '#shared/constants/gallery/uploads.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requirePart } from '../../site/site-parts.ts';
import {
  derivePublicKey,
  deriveSecretKey,
  requirePublicKey,
  sign,
} from '../file-rest-api/service-keys.ts';
import { issueExternalUploadToken } from './external-upload-token.ts';
import { requireUploader } from './upload-quota.ts';

/** What a client needs to upload in the name of a player. */
export interface UploadToken {
  publicKey: string;
  /** Contains the player's id. */
  signature: string;
  /** Seconds since 1970; part of the signed text. */
  expire: string;
}

/** An upload token and where it is valid. */
export interface IssuedUploadToken extends UploadToken {
  /** Null for our own upload API. */
  uploadUrl: string | null;
  /** Metadata that must be sent with the file. */
  metadata: Record<string, string>;
}

/**
 * Checks that the actor may upload.
 * @throws AppError `login-required`, `guest-not-allowed`, `account-suspended`, `unconfirmed-email`.
 */
export async function requireUploadPermission(ctx: Ctx): Promise<{ id: string }> {
  const { id } = requirePlayer(ctx);
  await requirePart(ctx, 'gallery');
  await requireUploader(ctx, ctx.db, id);
  return { id };
}

/**
 * Issues a token with which the actor can start uploads for ten minutes. Uploads that have started
 * can be completed later.
 * @throws AppError the codes of `requireUploadPermission`; with an external file service also
 * `rate-limited`, `upload-limit`.
 */
export async function issueUploadToken(ctx: Ctx): Promise<IssuedUploadToken> {
  const { id } = await requireUploadPermission(ctx);
  const expire = String(
    Math.floor((ctx.clock.now().getTime() + uploadConstants.signatureMs) / 1000),
  );
  if (ctx.gallery.externalFiles)
    return issueExternalUploadToken(ctx, ctx.gallery.externalFiles, { userId: id, expire });
  return {
    publicKey: derivePublicKey(ctx.keys.current),
    signature: `${id}.${sign(ctx.keys.current, 'pass', id, expire)}`,
    expire,
    uploadUrl: null,
    metadata: {},
  };
}

/**
 * The token that comes with the page of the form, so that a script need not request one; null with an external file
 * service, whose tokens have a limit of their own.
 * @throws AppError the codes of `requireUploadPermission`.
 */
export async function issuePageUploadToken(ctx: Ctx): Promise<IssuedUploadToken | null> {
  if (!ctx.gallery.externalFiles) return issueUploadToken(ctx);
  await requireUploadPermission(ctx);
  return null;
}

/**
 * Verifies an upload token. `userId` is the player, or null when the token is signed with the file
 * service's secret key, as the vendor's libraries do.
 * @throws AppError `upload-key`, `upload-unsigned`, `upload-expired`.
 */
export async function verifyUploadToken(
  { keys, clock }: Pick<Ctx, 'keys' | 'clock'>,
  { publicKey, signature, expire }: UploadToken,
): Promise<{ userId: string | null }> {
  const found = await requirePublicKey({ keys }, publicKey);
  const dot = signature.indexOf('.');
  const userId = dot < 0 ? null : signature.slice(0, dot);
  const expected =
    userId === null
      ? createHmac('sha256', deriveSecretKey(found)).update(expire).digest('hex')
      : sign(found, 'pass', userId, expire);
  if (!isEqualInConstantTime(signature.slice(dot + 1), expected))
    throw new AppError('upload-unsigned');
  if (Number(expire) * 1000 < clock.now().getTime()) throw new AppError('upload-expired');
  return { userId };
}

/** Signs the URL of a part, so that only the client that started the upload can send it. */
export function signPart(keys: SecretKeys, uploadId: string, number: number): string {
  return sign(keys, 'part', uploadId, String(number));
}

/** Whether `signature` is the signature of the part. */
export async function isPartSigned(
  keys: Keys,
  { uploadId, number, signature }: { uploadId: string; number: number; signature: string },
): Promise<boolean> {
  const signer = await keys.find((one) =>
    isEqualInConstantTime(signature, signPart(one, uploadId, number)),
  );
  return signer !== null;
}
