import { createHmac, hkdfSync } from 'node:crypto';
import type { Ctx } from '#domain/context.ts';
import { isEqualInConstantTime } from '#domain/lib/is-equal-in-constant-time.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** The public key of this server's file service. It is not a secret. */
export function derivePublicKey(secret: string): string {
  return deriveKey(secret, 'public key', 10).toString('hex');
}

/** The secret key of this server's file service. For admins and their programs only. */
export function deriveSecretKey(secret: string): string {
  return deriveKey(secret, 'secret key', 20).toString('hex');
}

/** @throws AppError `upload-key`. */
export function requirePublicKey({ secret }: Pick<Ctx, 'secret'>, publicKey: string): void {
  if (!isEqualInConstantTime(publicKey, derivePublicKey(secret))) throw new AppError('upload-key');
}

/** Signs a list of words with a key that only this server has. */
export function sign(secret: string, ...words: string[]): string {
  const key = deriveKey(secret, 'signatures', 32);
  return createHmac('sha256', key).update(JSON.stringify(words)).digest('hex');
}

function deriveKey(secret: string, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `guildhall uploads: ${purpose}`, bytes));
}
