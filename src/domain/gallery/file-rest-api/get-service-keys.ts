import type { Ctx } from '../../context.ts';
import { requireAdmin } from '../../permissions/require-moderator.ts';
import { derivePublicKey, deriveSecretKey } from './service-keys.ts';

/**
 * Returns the key pair of the file service. The secret key is included only on request, which is logged.
 * @throws AppError `login-required`, `admins-only`.
 */
export function getServiceKeys(
  ctx: Ctx,
  { withSecret }: { withSecret: boolean },
): { publicKey: string; secretKey: string | null } {
  const { username } = requireAdmin(ctx);
  const {
    keys: { current },
    log,
  } = ctx;
  if (withSecret) log.info({ username }, 'an admin was shown the secret key of the file service');
  return {
    publicKey: derivePublicKey(current),
    secretKey: withSecret ? deriveSecretKey(current) : null,
  };
}
