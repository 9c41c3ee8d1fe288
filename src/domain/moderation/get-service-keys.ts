import type { Ctx } from '../context.ts';
import { publicKeyOf, secretKeyOf } from '../gallery/file-service/service-keys.ts';
import { requireAdmin } from './require-moderator.ts';

/**
 * The key pair of the file service; the secret one only to who asks for it, which is logged.
 * @throws Refusal `login-required`, `admins-only`.
 */
export function getServiceKeys(
  ctx: Ctx,
  { withSecret }: { withSecret: boolean },
): { publicKey: string; secretKey: string | null } {
  const { username } = requireAdmin(ctx);
  const { secret, log } = ctx;
  if (withSecret) log.info({ username }, 'an admin was shown the secret key of the file service');
  return { publicKey: publicKeyOf(secret), secretKey: withSecret ? secretKeyOf(secret) : null };
}
