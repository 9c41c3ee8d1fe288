import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** The key that names this house to clients of its file service; it is no secret. */
export function publicKeyOf(secret: string): string {
  return derived(secret, 'public key', 10).toString('hex');
}

/** The key that opens the file service; for admins and who acts for them. */
export function secretKeyOf(secret: string): string {
  return derived(secret, 'secret key', 20).toString('hex');
}

/** @throws Refusal `upload-key`. */
export function requirePublicKey({ secret }: Pick<Ctx, 'secret'>, publicKey: string): void {
  if (!isSame(publicKey, publicKeyOf(secret))) throw new AppError('upload-key');
}

/** Signs words of ours, which only we can do. */
export function sign(secret: string, ...words: string[]): string {
  const key = derived(secret, 'signatures', 32);
  return createHmac('sha256', key).update(JSON.stringify(words)).digest('hex');
}

/** Compares what nobody may find out bit by bit. */
export function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function derived(secret: string, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `guildhall uploads: ${purpose}`, bytes));
}
