import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { siteSettingChanges, siteSettings } from '#database/schema.ts';
import type { SitePictureKind } from '#shared/constants/site-pictures.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { getChosenPicture } from '#shared/schemas/site-pictures.ts';
import {
  type SiteSettingKey,
  type SiteSettings,
  type StaffFactorRule,
  siteSettingSchemas,
} from '#shared/schemas/site-settings.ts';
import { completeStaffFactorRule } from '../accounts/roles/staff-factor.ts';
import { lockOwnAccount } from '../accounts/sessions/fresh-proof.ts';
import { requireFairOdds } from '../card-sets/require-fair-odds.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions/require-moderator.ts';
import { savePictureUses } from '../site/pictures/save-picture-uses.ts';
import { getSiteSettings, readSiteSetting } from '../site/read-site-settings.ts';

/**
 * Saves a setting of the site and records who changed it. It takes effect at once on every node. Saving the
 * value that it has changes nothing. It needs a fresh proof of identity.
 * @throws AppError `login-required`, `admins-only`, `proof-required`; `unfair-card-set` for odds with which a
 * rarer card of a set would come more often; `own-factor-first` if the admin has no second factor and it is to be
 * required.
 */
export async function changeSiteSetting<Key extends SiteSettingKey>(
  ctx: Ctx,
  { key, value }: { key: Key; value: SiteSettings[Key] },
): Promise<void> {
  const { id: adminId } = requireAdmin(ctx);
  await ctx.db.transaction(async (tx) => {
    await lockOwnAccount(ctx, tx, { isProven: true });
    await lockSettings(tx);
    await writeChange(tx, ctx, { key, value, adminId });
  });
  publishSiteChange(ctx);
}

/**
 * Saves several settings of the site at once, see `changeSiteSetting`. Each has a change of its own.
 * @throws AppError `login-required`, `admins-only`, `proof-required`.
 */
export async function changeSiteSettings(ctx: Ctx, values: Partial<SiteSettings>): Promise<void> {
  const { id: adminId } = requireAdmin(ctx);
  await ctx.db.transaction(async (tx) => {
    await lockOwnAccount(ctx, tx, { isProven: true });
    await writeSettings(tx, ctx, { values, adminId });
  });
  publishSiteChange(ctx);
}

/** Saves settings in the caller's transaction. Call `publishSiteChange` after the commit. */
export async function writeSettings(
  tx: Queryable,
  ctx: Pick<Ctx, 'clock'>,
  { values, adminId }: { values: Partial<SiteSettings>; adminId: string },
): Promise<void> {
  await lockSettings(tx);
  for (const key of Object.keys(values) as SiteSettingKey[]) {
    const value = values[key];
    if (value !== undefined) await writeChange(tx, ctx, { key, value, adminId });
  }
}

/**
 * Gives a setting the value that it had before a change. It needs a fresh proof of identity.
 * @throws AppError `login-required`, `admins-only`, `proof-required`; `setting-change-gone`; `picture-gone`;
 * `setting-changed-since` when the setting no longer has the value of that change.
 */
export async function undoSiteSettingChange(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const { id: adminId } = requireAdmin(ctx);
  await ctx.db.transaction(async (tx) => {
    await lockOwnAccount(ctx, tx, { isProven: true });
    await lockSettings(tx);
    const [change] = await tx
      .select()
      .from(siteSettingChanges)
      .where(eq(siteSettingChanges.id, id));
    const schema = change && siteSettingSchemas[change.key];
    if (!change || !schema) throw new AppError('setting-change-gone');
    const current = await readSiteSetting(tx, change.key);
    if (!isDeepStrictEqual(current, schema.parse(change.after))) {
      throw new AppError('setting-changed-since');
    }
    await writeChange(tx, ctx, { key: change.key, value: schema.parse(change.before), adminId });
  });
  publishSiteChange(ctx);
}

/** Ends what the nodes have cached: first the settings, then the pages that are rendered from them. */
export function publishSiteChange(ctx: Ctx): void {
  getSiteSettings.clear(ctx);
  ctx.events.publish({ type: 'site-changed' });
}

/** Changes at the same time wait for each other, so that each records the value that it replaced. */
async function lockSettings(tx: Queryable): Promise<void> {
  await tx.execute(sql`lock table ${siteSettings} in share row exclusive mode`);
}

/** Saves that a setting uses its picture, and the one before it, to which the change can be undone. */
async function savePicturesInUse(
  tx: Queryable,
  key: SitePictureKind,
  values: readonly SiteSettings['logo'][],
): Promise<void> {
  const pictureIds = values.flatMap((value) => getChosenPicture(value)?.id ?? []);
  await savePictureUses(tx, { usedBy: `site-setting:${key}`, pictureIds });
}

interface Change<Key extends SiteSettingKey> {
  key: Key;
  value: SiteSettings[Key];
  adminId: string;
}

async function writeChange<Key extends SiteSettingKey>(
  tx: Queryable,
  { clock }: Pick<Ctx, 'clock'>,
  { key, value: chosen, adminId }: Change<Key>,
): Promise<void> {
  const before = await readSiteSetting(tx, key);
  const at = clock.now();
  const value =
    key === 'staffFactor'
      ? ((await completeStaffFactorRule(tx, {
          adminId,
          before: before as StaffFactorRule,
          rule: chosen as StaffFactorRule,
          now: at,
        })) as SiteSettings[Key])
      : chosen;
  if (isDeepStrictEqual(before, value)) return;
  if (key === 'logo' || key === 'banner')
    await savePicturesInUse(tx, key, [value, before] as SiteSettings['logo'][]);
  if (key === 'rarityWeights') await requireFairOdds(tx, value as SiteSettings['rarityWeights']);
  await tx
    .insert(siteSettings)
    .values({ key, value })
    .onConflictDoUpdate({ target: siteSettings.key, set: { value } });
  await tx.insert(siteSettingChanges).values({ key, before, after: value, adminId, at });
}
