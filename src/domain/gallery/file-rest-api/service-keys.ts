import type { Ctx } from '#domain/context.ts';
import { isEqualInConstantTime } from '#domain/lib/is-equal-in-constant-time.ts';
import type { SecretKeys } from '#domain/secrets/derived-keys.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** The public key of this server's file service. It is not a secret. */
export function derivePublicKey(keys: SecretKeys): string {
  return keys.derive('service-public-key').toString('hex');
}

/** The secret key of this server's file service. For admins and their programs only. */
export function deriveSecretKey(keys: SecretKeys): string {
  return keys.derive('service-secret-key').toString('hex');
}

/** The keys to which a public key of the file service belongs; null if it is not ours. */
export function findByPublicKey(
  { keys }: Pick<Ctx, 'keys'>,
  publicKey: string,
): Promise<SecretKeys | null> {
  return keys.find((one) => isEqualInConstantTime(publicKey, derivePublicKey(one)));
}

/** Returns the keys to which `publicKey` belongs. @throws AppError `upload-key`. */
export async function requirePublicKey(
  ctx: Pick<Ctx, 'keys'>,
  publicKey: string,
): Promise<SecretKeys> {
  const found = await findByPublicKey(ctx, publicKey);
  if (!found) throw new AppError('upload-key');
  return found;
}

/** Signs a list of words with a key that only this server has. */
export function sign(keys: SecretKeys, ...words: string[]): string {
  return keys.sign('upload', JSON.stringify(words), 'hex');
}
