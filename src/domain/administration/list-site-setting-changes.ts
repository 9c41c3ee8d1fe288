import { desc, eq, inArray } from 'drizzle-orm';
import { siteSettingChanges, users } from '#database/schema.ts';
import type { SiteSettingKey } from '#shared/schemas/administration/site-settings.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions/require-moderator.ts';

/** How many of the latest changes a page shows. */
const latestMax = 20;

/** The latest changes of some settings of the site, newest first. @throws AppError `login-required`, `admins-only`. */
export async function listSiteSettingChanges(ctx: Ctx, keys: readonly SiteSettingKey[]) {
  requireAdmin(ctx);
  return ctx.db
    .select({
      id: siteSettingChanges.id,
      key: siteSettingChanges.key,
      before: siteSettingChanges.before,
      after: siteSettingChanges.after,
      admin: users.displayUsername,
      at: siteSettingChanges.at,
    })
    .from(siteSettingChanges)
    .innerJoin(users, eq(users.id, siteSettingChanges.adminId))
    .where(inArray(siteSettingChanges.key, [...keys]))
    .orderBy(desc(siteSettingChanges.id))
    .limit(latestMax);
}
