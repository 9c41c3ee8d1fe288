import { createHmac } from 'node:crypto';
import type { Ctx } from '#domain/context.ts';
import { isEqualInConstantTime } from '#domain/lib/is-equal-in-constant-time.ts';
import { fileServiceConstants } from '#shared/constants/gallery/uploads.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { deriveSecretKey, findByPublicKey } from './service-keys.ts';

/** The credentials of a file service request. */
export interface ServiceCredentials {
  publicKey: string;
  /** The secret key itself; or a signature, the text it signs, and the date in that text. */
  authentication: { secretKey: string } | { signature: string; signed: string; date: Date | null };
}

/**
 * Checks that a request comes from a holder of the key pair, who may use every function of the file
 * service.
 * @throws AppError `service-key`, `service-signature`, `service-date`.
 */
export async function authenticateKeyHolder(
  { keys, clock }: Pick<Ctx, 'keys' | 'clock'>,
  { publicKey, authentication: proof }: ServiceCredentials,
): Promise<void> {
  const found = await findByPublicKey({ keys }, publicKey);
  if (!found) throw new AppError('service-key');
  const secretKey = deriveSecretKey(found);
  if ('secretKey' in proof) {
    if (!isEqualInConstantTime(proof.secretKey, secretKey)) throw new AppError('service-key');
    return;
  }
  // The file REST API's clients sign with SHA-1. An HMAC does not need a collision-resistant hash.
  const expected = createHmac('sha1', secretKey).update(proof.signed).digest('hex');
  if (!isEqualInConstantTime(proof.signature, expected)) throw new AppError('service-signature');
  // Limits how long a captured request can be replayed.
  const differenceMs = Math.abs(clock.now().getTime() - (proof.date?.getTime() ?? Number.NaN));
  if (!(differenceMs <= fileServiceConstants.dateWithinMs)) throw new AppError('service-date');
}
