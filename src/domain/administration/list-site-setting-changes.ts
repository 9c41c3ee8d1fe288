import { desc, eq } from 'drizzle-orm';
import { siteSettingChanges, users } from '#database/schema.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../moderation/require-moderator.ts';

/** How many of the latest changes a page shows. */
const latestMax = 20;

/** The latest changes of the site's settings, newest first. @throws AppError `login-required`, `admins-only`. */
export async function listSiteSettingChanges(ctx: Ctx) {
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
    .orderBy(desc(siteSettingChanges.id))
    .limit(latestMax);
}
