import { encryptFactorsAgain } from '../accounts/factors/encrypt-factors-again.ts';
import type { Ctx } from '../context.ts';
import { encryptKeysAgain } from '../game-library/keys/encrypt-keys-again.ts';
import { encryptPushKeysAgain } from '../notifications/push/push-keys.ts';
import { encryptServicesAgain } from '../system/services/stored-service.ts';

/**
 * Encrypts everything that the database stores encrypted with the newest key, for the operator's command line.
 * Afterwards the earlier keys are not needed any more, unless something is unreadable.
 * @throws AppError `encryption-unavailable`.
 */
export async function encryptSecretsAgain(ctx: Pick<Ctx, 'db' | 'clock' | 'encryption'>) {
  const factors = await encryptFactorsAgain(ctx);
  const keys = await encryptKeysAgain(ctx);
  const pushKeys = await encryptPushKeysAgain(ctx);
  const services = await encryptServicesAgain(ctx);
  return { factors, keys, pushKeys, services };
}
