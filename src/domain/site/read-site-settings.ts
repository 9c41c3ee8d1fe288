import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { siteSettings } from '#database/schema.ts';
import {
  defaultSiteSettings,
  type SiteSettingKey,
  type SiteSettings,
  siteSettingSchemas,
} from '#shared/schemas/administration/site-settings.ts';
import type { BaseCtx } from '../base-context.ts';
import { cachedRead } from '../lib/cached-read.ts';
import { isDatabaseUnavailable } from '../lib/database-unavailable.ts';

/** A change clears the cached settings on every node. This is for a node that did not hear of it. */
const freshMs = 10_000;

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
  return parseSetting(key, row?.value);
}

/** Lets changes of settings wait until the end of the transaction, which depends on one of them. */
export async function lockSettingsAgainstChanges(tx: Queryable): Promise<void> {
  await tx.execute(sql`lock table ${siteSettings} in share mode`);
}

/** All settings of the site, as they are in the database. */
export async function readSiteSettings(db: Queryable): Promise<SiteSettings> {
  const rows = await db.select().from(siteSettings);
  const saved = new Map<string, unknown>(rows.map(({ key, value }) => [key, value]));
  const keys = Object.keys(siteSettingSchemas) as SiteSettingKey[];
  return Object.fromEntries(
    keys.map((key) => [key, parseSetting(key, saved.get(key))]),
  ) as SiteSettings;
}

/** The same, cached: for texts of pages and mails. Rules that must be exact read their setting. */
export const getSiteSettings = cachedRead('site-settings', freshMs, ({ db }) =>
  readSiteSettings(db),
);

/** The same, or the defaults without the database, so that an error page still has its frame. */
export async function getSiteSettingsOrDefaults(
  ctx: Parameters<typeof getSiteSettings>[0] & Pick<BaseCtx, 'log'>,
): Promise<SiteSettings> {
  try {
    return await getSiteSettings(ctx);
  } catch (error) {
    if (!isDatabaseUnavailable(error))
      ctx.log.error({ err: error }, 'reading the settings of the site failed');
    return defaultSiteSettings;
  }
}

function parseSetting<Key extends SiteSettingKey>(key: Key, value: unknown): SiteSettings[Key] {
  const schema = siteSettingSchemas[key];
  const saved = schema.safeParse(value);
  return (saved.success ? saved.data : schema.parse(undefined)) as SiteSettings[Key];
}
