import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { siteSettings } from '#database/schema.ts';
import {
  type SiteSettingKey,
  type SiteSettings,
  siteSettingSchemas,
} from '#shared/schemas/site-settings.ts';

/**
 * Returns a setting of the site: the value that an admin saved, otherwise the default. A value that this
 * version does not know, such as one of a later version, counts as the default.
 */
export async function readSiteSetting<Key extends SiteSettingKey>(
  db: Queryable,
  key: Key,
): Promise<SiteSettings[Key]> {
  const [row] = await db
    .select({ value: siteSettings.value })
    .from(siteSettings)
    .where(eq(siteSettings.key, key));
  const schema = siteSettingSchemas[key];
  const saved = schema.safeParse(row?.value);
  return saved.success ? saved.data : schema.parse(undefined);
}
