import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { upload as limits } from '#shared/limits.ts';
import { Refusal } from '#shared/refusals.ts';
import { requirePlayer } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { requireUploader } from './uploader.ts';

/** What a client needs to upload in its player's name. */
export interface UploadPass {
  publicKey: string;
  /** Names the player. */
  signature: string;
  /** Seconds since 1970, as the signature says. */
  expire: string;
}

/**
 * Signs that the actor may upload for the next ten minutes; what has begun by then may go on.
 * @throws Refusal `login-required`, `guest-not-allowed`, `account-suspended`, `unconfirmed-email`.
 */
export async function issueUploadPass(ctx: Ctx): Promise<UploadPass> {
  const { id } = requirePlayer(ctx);
  await requireUploader(ctx, ctx.db, id);
  const expire = String(Math.floor((ctx.clock.now().getTime() + limits.signatureMs) / 1000));
  return {
    publicKey: publicKeyOf(ctx.secret),
    signature: `${id}.${sign(ctx.secret, 'pass', id, expire)}`,
    expire,
  };
}

/**
 * Whom a client uploads for.
 * @throws Refusal `upload-key`, `upload-unsigned`, `upload-expired`.
 */
export function readUploadPass(
  { secret, clock }: Pick<Ctx, 'secret' | 'clock'>,
  { publicKey, signature, expire }: UploadPass,
): { userId: string } {
  requirePublicKey({ secret }, publicKey);
  const dot = signature.indexOf('.');
  const userId = signature.slice(0, Math.max(0, dot));
  if (!isSame(signature.slice(dot + 1), sign(secret, 'pass', userId, expire))) {
    throw new Refusal('upload-unsigned');
  }
  if (Number(expire) * 1000 < clock.now().getTime()) throw new Refusal('upload-expired');
  return { userId };
}

/** The key that names this house to clients of its file service; it is no secret. */
export function publicKeyOf(secret: string): string {
  return derived(secret, 'public key', 10).toString('hex');
}

/** @throws Refusal `upload-key`. */
export function requirePublicKey({ secret }: Pick<Ctx, 'secret'>, publicKey: string): void {
  if (!isSame(publicKey, publicKeyOf(secret))) throw new Refusal('upload-key');
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

function derived(secret: string, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `guildhall uploads: ${purpose}`, bytes));
}

function sign(secret: string, ...words: string[]): string {
  const key = derived(secret, 'signatures', 32);
  return createHmac('sha256', key).update(JSON.stringify(words)).digest('hex');
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
