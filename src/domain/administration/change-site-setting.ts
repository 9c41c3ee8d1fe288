import { isDeepStrictEqual } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { siteSettingChanges, siteSettings } from '#database/schema.ts';
import { adminLogConstants } from '#shared/constants/site/admin-actions.ts';
import type { SitePictureKind } from '#shared/constants/site/site-pictures.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { cutCharacters } from '#shared/format/texts/characters.ts';
import { getChosenPicture } from '#shared/schemas/administration/site-pictures.ts';
import {
  type SiteSettingKey,
  type SiteSettings,
  siteSettingSchemas,
} from '#shared/schemas/administration/site-settings.ts';
import { completeStaffFactorRule } from '../accounts/roles/staff-factor.ts';
import { lockOwnAccount } from '../accounts/sessions/fresh-proof.ts';
import { requireFairOdds } from '../card-sets/require-fair-odds.ts';
import { applyShopContent } from '../catalog/all-games/apply-shop-content.ts';
import { addGenres } from '../catalog/games/known-genres.ts';
import { publishGameChange } from '../catalog/own-games/publish-game-change.ts';
import type { Ctx } from '../context.ts';
import { requireAdmin } from '../permissions/require-moderator.ts';
import { appendToAdminLog } from '../site/append-to-admin-log.ts';
import { savePictureUses } from '../site/pictures/save-picture-uses.ts';
import { getSiteSettings, readSiteSetting } from '../site/read-site-settings.ts';

/**
 * Saves a setting of the site and records who changed it. It takes effect at once on every node. Saving the
 * value that it has changes nothing. It needs a fresh proof of identity.
 * @throws AppError `login-required`, `admins-only`, `proof-required`; `unfair-card-set` for odds that make a
 * rarer card of a set more likely than another; `own-factor-first` if the admin has no second factor and it is to be
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

/** Clears the caches of all nodes: first of the settings and the games, then of the pages that are made from them. */
export function publishSiteChange(ctx: Ctx): void {
  getSiteSettings.clear(ctx);
  publishGameChange(ctx);
  ctx.events.publish({ type: 'site-changed' });
}

/** Changes at the same time wait for each other, so that each records the value that it replaced. */
async function lockSettings(tx: Queryable): Promise<void> {
  await tx.execute(sql`lock table ${siteSettings} in share row exclusive mode`);
}

interface Change<Key extends SiteSettingKey> {
  key: Key;
  value: SiteSettings[Key];
  adminId: string;
}

/** What some settings check or write in addition when they are saved. */
interface SettingRule<Key extends SiteSettingKey> {
  /** Checks and completes what the admin chose. */
  complete?(
    tx: Queryable,
    change: { rule: SiteSettings[Key]; before: SiteSettings[Key]; adminId: string; now: Date },
  ): Promise<SiteSettings[Key]>;
  /** Runs before a changed value is written. */
  beforeWrite?(
    tx: Queryable,
    change: { value: SiteSettings[Key]; before: SiteSettings[Key] },
  ): Promise<void>;
}

/** Records that a setting uses its new picture and the earlier one, which an undo needs. */
const usesPictures = <Key extends SitePictureKind>(key: Key): SettingRule<Key> => ({
  async beforeWrite(tx, { value, before }) {
    const pictureIds = [value, before].flatMap((one) => getChosenPicture(one)?.id ?? []);
    await savePictureUses(tx, { usedBy: `site-setting:${key}`, pictureIds });
  },
});

const settingRules: { [Key in SiteSettingKey]?: SettingRule<Key> } = {
  logo: usesPictures('logo'),
  banner: usesPictures('banner'),
  shopContent: { beforeWrite: (tx, { value }) => applyShopContent(tx, value) },
  // So that games can have genres that no game has yet.
  shopGenres: { beforeWrite: (tx, { value }) => addGenres(tx, value) },
  rarityWeights: { beforeWrite: (tx, { value }) => requireFairOdds(tx, value) },
  staffFactor: { complete: completeStaffFactorRule },
};

async function writeChange<Key extends SiteSettingKey>(
  tx: Queryable,
  { clock }: Pick<Ctx, 'clock'>,
  { key, value: chosen, adminId }: Change<Key>,
): Promise<void> {
  const rule: SettingRule<Key> | undefined = settingRules[key];
  const before = await readSiteSetting(tx, key);
  const at = clock.now();
  const value = (await rule?.complete?.(tx, { rule: chosen, before, adminId, now: at })) ?? chosen;
  if (isDeepStrictEqual(before, value)) return;
  await rule?.beforeWrite?.(tx, { value, before });
  await tx
    .insert(siteSettings)
    .values({ key, value })
    .onConflictDoUpdate({ target: siteSettings.key, set: { value } });
  await tx.insert(siteSettingChanges).values({ key, before, after: value, adminId, at });
  await appendToAdminLog(tx, {
    accountId: adminId,
    act: 'change-setting',
    subject: key,
    details: { key, before: cutForLog(before), after: cutForLog(value) },
    at,
  });
}

/** The pages of the site are long, so the log has only their beginning. */
const cutForLog = (value: unknown) =>
  typeof value === 'string' ? cutCharacters(value, adminLogConstants.textMax) : value;
