import { z } from 'zod';
import { registrationModes } from '../../constants/accounts/registration-modes.ts';
import { staffFactorConstants } from '../../constants/accounts/staff-factor.ts';
import { shopContents } from '../../constants/catalog/game-sources.ts';
import { shopGenreConstants, shopGenres } from '../../constants/catalog/genres.ts';
import { shelfIds, shelfTitleMax, shelfTitles } from '../../constants/catalog/shelves.ts';
import { approvalConstants } from '../../constants/moderation/approval.ts';
import { type Rarity, rarities } from '../../constants/rarity.ts';
import { backupConstants } from '../../constants/server/backups.ts';
import { defaultSiteName, defaultTagline } from '../../constants/site/site-defaults.ts';
import { type PartSetting, partSetting, siteParts } from '../../constants/site/site-parts.ts';
import {
  siteRuleConstants as limits,
  siteTextConstants as texts,
} from '../../constants/site/site-settings.ts';
import { topUpConstants } from '../../constants/wallet.ts';
import { type AccentTheme, describeAccentProblem } from '../../format/accent-colors.ts';
import { isTimeZone } from '../../format/local-time.ts';
import { resolveWithinSite } from '../../format/paths/resolve-within-site.ts';
import { atMostText } from '../../format/texts/characters.ts';
import { checkEmail } from '../accounts/account-fields.ts';
import { normalizeText } from '../fields/normalize-text.ts';
import { ageLimits } from './age-limits.ts';
import { pictureSetting } from './site-pictures.ts';

/** A text of one line. */
const line = (max: number) =>
  z
    .string()
    .overwrite((text) => normalizeText(text).replace(/\s+/g, ' '))
    .max(max, atMostText(max));

const paragraphs = (max: number) => z.string().overwrite(normalizeText).max(max, atMostText(max));

/** A path on this site, or an address with https and without a password. */
function isFooterAddress(address: string): boolean {
  if (address.startsWith('/')) return resolveWithinSite(address) !== null;
  if (!URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return protocol === 'https:' && username === '' && password === '';
}

export const footerLink = z.object({
  label: line(texts.footerLabelMax).min(1, 'Write what the link says.'),
  address: z
    .string()
    .trim()
    .max(texts.footerAddressMax, atMostText(texts.footerAddressMax))
    .refine(isFooterAddress, 'Write an address with https://, or a path such as /about.'),
});
export type FooterLink = z.output<typeof footerLink>;

/** An accent colour that can be read in its theme; empty for that of the design. */
export const accentColor = (theme: AccentTheme) =>
  z
    .string()
    .toLowerCase()
    .superRefine((color, { addIssue }) => {
      const problem = color === '' ? null : describeAccentProblem(theme, color);
      if (problem !== null) addIssue({ code: 'custom', message: problem });
    });

/** A value that an admin saved; otherwise the default counts, such as that of the configuration. */
const orDefault = <Schema extends z.ZodType>(saved: Schema) =>
  z.union([z.literal('configured'), saved]).default('configured');

const wholeNumber = (min: number, max: number) => orDefault(z.int().min(min).max(max));

/** How often each rarity comes, in tenths of a percent. A rarer one never comes more often. */
export const odds = z
  .strictObject(
    Object.fromEntries(rarities.map((rarity) => [rarity, z.int().min(1)])) as Record<
      Rarity,
      z.ZodInt
    >,
  )
  .superRefine((saved, { addIssue }) => {
    const sum = rarities.reduce((total, rarity) => total + saved[rarity], 0);
    for (const [place, rarity] of rarities.entries()) {
      const lower = rarities[place - 1];
      if (lower && saved[rarity] > saved[lower]) {
        addIssue({ code: 'custom', path: [rarity], message: `Not more than ${lower}.` });
      }
    }
    if (sum === limits.oddsSum) return;
    const message = `All odds add up to 100%. These add up to ${sum / 10}%.`;
    addIssue({ code: 'custom', path: [rarities[0]], message });
  });

const partSettings = mapParts(() => z.enum(['on', 'off']).default('on'));

/** A schema for each part of the site. */
export function mapParts<Schema>(create: () => Schema): Record<PartSetting, Schema> {
  return Object.fromEntries(siteParts.map((part) => [partSetting(part), create()])) as Record<
    PartSetting,
    Schema
  >;
}

/** `since` is written by the server when it becomes required; null while it is not. */
export const staffFactor = z
  .object({
    isRequired: z.boolean(),
    graceDays: z.int().min(0).max(staffFactorConstants.graceDaysMax),
    since: z.iso.datetime().nullable(),
  })
  .default({ isRequired: false, graceDays: staffFactorConstants.graceDays, since: null });
export type StaffFactorRule = z.output<typeof staffFactor>;

/** An email address without a name, or nothing. */
const mailAddress = z
  .string()
  .trim()
  .refine(
    (address) => address === '' || checkEmail(address) === null,
    'Write an email address without a name, such as no-reply@guild.example.',
  )
  .default('');

const { genresMax, nameMax: genreNameMax, slugMax } = shopGenreConstants;

/** The shop's genres in their order, each slug and name once. */
export const shopGenresSetting = z
  .array(
    z.object({
      slug: z
        .string()
        .regex(/^[a-z0-9][a-z0-9-]*$/)
        .max(slugMax),
      name: line(genreNameMax).min(1, 'Write the name of the genre.'),
    }),
  )
  .max(genresMax, `At most ${genresMax} genres.`)
  .refine(
    (all) => new Set(all.map(({ slug }) => slug)).size === all.length,
    'A genre is there twice.',
  )
  .refine(
    (all) => new Set(all.map(({ name }) => name.toLowerCase())).size === all.length,
    'Two genres have the same name.',
  );

/** The shelves that the shop shows, in their order. */
const shopShelvesSetting = z
  .array(z.object({ id: z.enum(shelfIds), title: line(shelfTitleMax).min(1, 'Write a title.') }))
  .max(shelfIds.length)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'A shelf is there twice.');

/** The settings of the site that admins can change at run time, each with its default. */
const newestVersion = z.strictObject({
  address: z.string(),
  /** Null if it did not say one. */
  version: z.string().nullable(),
  error: z.string().nullable(),
  askedAt: z.iso.datetime(),
});
export type NewestVersion = z.output<typeof newestVersion>;

export const siteSettingSchemas = {
  registration: z.enum(registrationModes).default('open'),
  /** Which games the shop holds besides those of the site. */
  shopContent: z.enum(shopContents).default('all'),
  shopGenres: shopGenresSetting.default([...shopGenres]),
  shopShelves: shopShelvesSetting.default(shelfIds.map((id) => ({ id, title: shelfTitles[id] }))),
  name: line(texts.nameMax).min(1, 'A site needs a name.').default(defaultSiteName),
  tagline: line(texts.taglineMax).min(1, 'Write a tagline.').default(defaultTagline),
  welcome: paragraphs(texts.welcomeMax).default(''),
  /** Who mails come from, and where answers go; empty for what the configuration says. */
  mailFrom: mailAddress,
  mailReplyTo: mailAddress,
  /** The time zone in which admins type times. */
  timeZone: z.string().max(64).refine(isTimeZone, 'Choose a time zone of the list.').default('UTC'),
  announcement: paragraphs(texts.announcementMax).default(''),
  rules: paragraphs(texts.pageMax).default(''),
  imprint: paragraphs(texts.pageMax).default(''),
  privacy: paragraphs(texts.pageMax).default(''),
  footerLinks: z.array(footerLink).max(texts.footerLinksMax).default([]),
  accent: z
    .object({ light: accentColor('light'), dark: accentColor('dark') })
    .default({ light: '', dark: '' }),
  ageLimits,
  logo: pictureSetting,
  banner: pictureSetting,
  gamePrice: wholeNumber(limits.gamePriceMinCents, limits.gamePriceMaxCents),
  marketFee: wholeNumber(0, limits.marketFeeMax),
  dailyReward: wholeNumber(limits.dailyRewardMinCents, limits.dailyRewardMaxCents),
  startingMoney: wholeNumber(0, limits.startingMoneyMaxCents),
  topUpDaily: wholeNumber(0, limits.topUpMaxCents),
  topUpSingle: wholeNumber(topUpConstants.topUpMinCents, limits.topUpMaxCents),
  codesPerDay: wholeNumber(0, limits.codesPerDayMaxCents),
  awardsPerDay: wholeNumber(0, limits.awardsMax),
  playCycle: wholeNumber(limits.playCycleMinMs, limits.playCycleMaxMs),
  rarityWeights: orDefault(odds),
  /** How many texts and pictures of a new account wait for approval, and for how many days it is new. */
  waitingTexts: z.int().min(0).max(approvalConstants.firstMax).default(0),
  waitingDays: z.int().min(1).max(approvalConstants.daysMax).default(approvalConstants.daysDefault),
  /** Whether moderators and admins need a second factor, since when, and how many days they have for it. */
  staffFactor,
  /** When a backup is made by itself, in UTC, how many of those are kept, and whether backups are copied. */
  backupSchedule: orDefault(
    z.strictObject({
      isOn: z.boolean(),
      hour: z.int().min(0).max(23),
      keep: z.int().min(1).max(backupConstants.keepMax),
      // Schedules of earlier versions do not have it.
      isCopied: z.boolean().default(false),
    }),
  ),
  /** Which address says once a day what the newest version is; empty: nobody is asked. */
  versionAddress: z.string().max(texts.footerAddressMax).default(''),
  /** What it said last. The server writes it, not an admin. */
  newestVersion: newestVersion.or(z.literal('none')).default('none'),
  ...partSettings,
} as const;

export type SiteSettingKey = keyof typeof siteSettingSchemas;
export type SiteSettings = { [Key in SiteSettingKey]: z.output<(typeof siteSettingSchemas)[Key]> };

/** The settings of a site that was never changed. */
export const defaultSiteSettings: SiteSettings = z.object(siteSettingSchemas).parse({});
