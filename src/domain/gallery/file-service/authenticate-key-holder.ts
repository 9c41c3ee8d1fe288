import { createHmac } from 'node:crypto';
import type { Ctx } from '#domain/context.ts';
import { fileServiceConstants } from '#shared/constants/uploads.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isSame, publicKeyOf, secretKeyOf } from './service-keys.ts';

/** How a request of the file service shows that it comes from who holds the keys. */
export interface ServiceCredentials {
  publicKey: string;
  /** The secret key itself, or what was signed with it, with the date that is part of that. */
  proof: { secretKey: string } | { signature: string; signed: string; date: Date | null };
}

/**
 * Whoever holds the key pair may do in the file service what it can do.
 * @throws Refusal `service-key`, `service-signature`, `service-date`.
 */
export function requireKeyHolder(
  { secret, clock }: Pick<Ctx, 'secret' | 'clock'>,
  { publicKey, proof }: ServiceCredentials,
): void {
  if (!isSame(publicKey, publicKeyOf(secret))) throw new AppError('service-key');
  const secretKey = secretKeyOf(secret);
  if ('secretKey' in proof) {
    if (!isSame(proof.secretKey, secretKey)) throw new AppError('service-key');
    return;
  }
  // By this the wire's clients sign; what it lacks as a hash, an HMAC does not need.
  const expected = createHmac('sha1', secretKey).update(proof.signed).digest('hex');
  if (!isSame(proof.signature, expected)) throw new AppError('service-signature');
  // What somebody took down can be sent again for that long.
  const apart = Math.abs(clock.now().getTime() - (proof.date?.getTime() ?? Number.NaN));
  if (!(apart <= fileServiceConstants.dateWithinMs)) throw new AppError('service-date');
}
