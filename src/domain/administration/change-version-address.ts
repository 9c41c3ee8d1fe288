import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions/require-moderator.ts';
import { getSiteSettings } from '../site/read-site-settings.ts';
import { checkNewestVersion } from '../system/versions/newest-version.ts';
import { changeSiteSetting } from './change-site-setting.ts';

/**
 * Saves the address that says the newest version, and asks it; empty switches it off. It needs a fresh proof of
 * identity.
 * @throws AppError `login-required`, `admins-only`, `proof-required`, `rate-limited`.
 */
export async function changeVersionAddress(ctx: Ctx, address: string): Promise<void> {
  const { id } = requireAdmin(ctx);
  // Each one sends a request to an address that was typed.
  await ctx.rateLimiter.take('system-acts-by-account', id);
  await changeSiteSetting(ctx, { key: 'versionAddress', value: address });
  await checkNewestVersion(ctx);
  // With what it said.
  getSiteSettings.clear(ctx);
}
