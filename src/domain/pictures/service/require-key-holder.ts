import { createHmac } from 'node:crypto';
import { fileService as limits } from '#shared/limits.ts';
import { Refusal } from '#shared/refusals.ts';
import type { Ctx } from '../../context.ts';
import { isSame, publicKeyOf, secretKeyOf } from '../keys.ts';

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
  if (!isSame(publicKey, publicKeyOf(secret))) throw new Refusal('service-key');
  const secretKey = secretKeyOf(secret);
  if ('secretKey' in proof) {
    if (!isSame(proof.secretKey, secretKey)) throw new Refusal('service-key');
    return;
  }
  // By this the wire's clients sign; what it lacks as a hash, an HMAC does not need.
  const expected = createHmac('sha1', secretKey).update(proof.signed).digest('hex');
  if (!isSame(proof.signature, expected)) throw new Refusal('service-signature');
  // What somebody took down can be sent again for that long.
  const apart = Math.abs(clock.now().getTime() - (proof.date?.getTime() ?? Number.NaN));
  if (!(apart <= limits.dateWithinMs)) throw new Refusal('service-date');
}
