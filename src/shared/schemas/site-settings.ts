import { z } from 'zod';
import { approvalConstants } from '../constants/approval.ts';
import { type Rarity, rarities } from '../constants/rarity.ts';
import { registrationModes } from '../constants/registration-modes.ts';
import { defaultSiteName, defaultTagline } from '../constants/site-defaults.ts';
import { type PartSetting, partSetting, siteParts } from '../constants/site-parts.ts';
import {
  invitationConstants,
  siteRuleConstants as limits,
  siteTextConstants as texts,
} from '../constants/site-settings.ts';
import { topUpConstants } from '../constants/wallet.ts';
import { type AccentTheme, describeAccentProblem } from '../format/accent-colors.ts';
import { formatDecimal, parseDecimal } from '../format/money.ts';
import { resolveWithinSite } from '../format/resolve-within-site.ts';
import { registerInput } from './accounts.ts';
import { normalizeText, removeDirectionControls } from './normalize-text.ts';
import { pageNumber } from './paging.ts';
import { pictureSetting } from './site-pictures.ts';

/** A text of one line. */
const line = (max: number) =>
  z
    .string()
    .overwrite((text) => normalizeText(text).replace(/\s+/g, ' '))
    .max(max, `At most ${max} characters.`);

const paragraphs = (max: number) =>
  z.string().overwrite(normalizeText).max(max, `At most ${max} characters.`);

/** A path on this site, or an address with https and without a password. */
function isFooterAddress(address: string): boolean {
  if (address.startsWith('/')) return resolveWithinSite(address) !== null;
  if (!URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  return protocol === 'https:' && username === '' && password === '';
}

const footerLink = z.object({
  label: line(texts.footerLabelMax).min(1, 'Write what the link says.'),
  address: z
    .string()
    .trim()
    .max(texts.footerAddressMax, `At most ${texts.footerAddressMax} characters.`)
    .refine(isFooterAddress, 'Write an address with https://, or a path such as /about.'),
});
export type FooterLink = z.output<typeof footerLink>;

/** An accent colour that can be read in its theme; empty for that of the design. */
const accentColor = (theme: AccentTheme) =>
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
const odds = z
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

function mapParts<Schema>(create: () => Schema): Record<PartSetting, Schema> {
  return Object.fromEntries(siteParts.map((part) => [partSetting(part), create()])) as Record<
    PartSetting,
    Schema
  >;
}

/** The settings of the site that admins can change at run time, each with its default. */
export const siteSettingSchemas = {
  registration: z.enum(registrationModes).default('open'),
  name: line(texts.nameMax).min(1, 'A site needs a name.').default(defaultSiteName),
  tagline: line(texts.taglineMax).min(1, 'Write a tagline.').default(defaultTagline),
  welcome: paragraphs(texts.welcomeMax).default(''),
  announcement: paragraphs(texts.announcementMax).default(''),
  rules: paragraphs(texts.pageMax).default(''),
  imprint: paragraphs(texts.pageMax).default(''),
  privacy: paragraphs(texts.pageMax).default(''),
  footerLinks: z.array(footerLink).max(texts.footerLinksMax).default([]),
  accent: z
    .object({ light: accentColor('light'), dark: accentColor('dark') })
    .default({ light: '', dark: '' }),
  logo: pictureSetting,
  banner: pictureSetting,
  gamePrice: wholeNumber(limits.gamePriceMinCents, limits.gamePriceMaxCents),
  marketFee: wholeNumber(0, limits.marketFeeMax),
  dailyReward: wholeNumber(limits.dailyRewardMinCents, limits.dailyRewardMaxCents),
  startingMoney: wholeNumber(0, limits.startingMoneyMaxCents),
  topUpDaily: wholeNumber(0, limits.topUpMaxCents),
  topUpSingle: wholeNumber(topUpConstants.topUpMinCents, limits.topUpMaxCents),
  awardsPerDay: wholeNumber(0, limits.awardsMax),
  playCycle: wholeNumber(limits.playCycleMinMs, limits.playCycleMaxMs),
  rarityWeights: orDefault(odds),
  /** How many texts and pictures of a new account wait for approval, and for how many days it is new. */
  waitingTexts: z.int().min(0).max(approvalConstants.firstMax).default(0),
  waitingDays: z.int().min(1).max(approvalConstants.daysMax).default(approvalConstants.daysDefault),
  ...partSettings,
} as const;

export type SiteSettingKey = keyof typeof siteSettingSchemas;
export type SiteSettings = { [Key in SiteSettingKey]: z.output<(typeof siteSettingSchemas)[Key]> };

/** The settings of a site that was never changed. */
export const defaultSiteSettings: SiteSettings = z.object(siteSettingSchemas).parse({});

/** A form that changes the registration mode. */
export const registrationModeInput = z.object({
  registration: z.enum(registrationModes, 'Choose who can register.'),
});

const form = siteSettingSchemas;
/** A field of a form: unlike a stored setting it has no default. */
const required = <Schema extends z.ZodType>(setting: z.ZodDefault<Schema>) => setting.unwrap();

/** The form with the name and the texts of the site. */
export const siteNameForm = z.object({
  name: required(form.name),
  tagline: required(form.tagline),
  welcome: required(form.welcome),
});

export const announcementForm = z.object({ announcement: required(form.announcement) });

/** The form with the texts of the pages that admins write. */
export const siteTextPagesForm = z.object({
  rules: required(form.rules),
  imprint: required(form.imprint),
  privacy: required(form.privacy),
});

/** The form with the accent colours. */
export const accentForm = z
  .object({ light: accentColor('light'), dark: accentColor('dark') })
  .refine(({ light, dark }) => (light === '') === (dark === ''), {
    path: ['dark'],
    message: 'Choose a colour for both themes.',
  });

/** A typed number; an empty field leaves it to the default. */
const typedNumber = (
  parse: (text: string) => number | null,
  { min, max, problem }: { min: number; max: number; problem: string },
) =>
  z.string(problem).transform((text, { addIssue }): number | 'configured' => {
    if (text.trim() === '') return 'configured';
    const value = parse(text.trim());
    if (value !== null && value >= min && value <= max) return value;
    addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  });

const typedAmount = (min: number, max: number) =>
  typedNumber(parseDecimal, {
    min,
    max,
    problem: `Enter an amount such as 250.00, from ${formatDecimal(min)} to ${formatDecimal(max)}.`,
  });

const typedCount = (max: number) =>
  typedNumber((text) => (/^\d{1,7}$/.test(text) ? Number(text) : null), {
    min: 0,
    max,
    problem: `Enter a whole number, at most ${max}.`,
  });

/** The form with the prices and the reward. */
export const sitePricesForm = z.object({
  gamePrice: typedAmount(limits.gamePriceMinCents, limits.gamePriceMaxCents),
  marketFee: typedCount(limits.marketFeeMax),
  dailyReward: typedAmount(limits.dailyRewardMinCents, limits.dailyRewardMaxCents),
  startingMoney: typedAmount(0, limits.startingMoneyMaxCents),
});

/** The form with the limits. The time between two cards is typed in seconds. */
export const siteLimitsForm = z.object({
  topUpDaily: typedAmount(0, limits.topUpMaxCents),
  topUpSingle: typedAmount(topUpConstants.topUpMinCents, limits.topUpMaxCents),
  awardsPerDay: typedCount(limits.awardsMax),
  playCycle: typedNumber(
    (text) => (/^\d{1,5}(\.\d{1,3})?$/.test(text) ? Math.round(Number(text) * 1000) : null),
    {
      min: limits.playCycleMinMs,
      max: limits.playCycleMaxMs,
      problem: 'Enter a number of seconds, from 1 to 86400.',
    },
  ),
});

const typedWhole = (min: number, max: number) =>
  z.coerce
    .number(`Enter a whole number, from ${min} to ${max}.`)
    .refine(
      (value) => Number.isInteger(value) && value >= min && value <= max,
      `Enter a whole number, from ${min} to ${max}.`,
    );

/** The form that lets the first texts and pictures of new accounts wait. */
export const approvalForm = z.object({
  waitingTexts: typedWhole(0, approvalConstants.firstMax),
  waitingDays: typedWhole(1, approvalConstants.daysMax),
});

/** A typed percentage with at most one decimal, in tenths of a percent. */
const percentage = z.string('Enter a percentage.').transform((text, { addIssue }) => {
  const match = /^(\d{1,3})(?:\.(\d))?$/.exec(text.trim());
  if (match) return Number(match[1]) * 10 + Number(match[2] ?? 0);
  addIssue({ code: 'custom', message: 'Enter a percentage such as 15 or 2.5.' });
  return z.NEVER;
});

/** The form that switches parts on and off. A browser does not send boxes without a tick. */
export const sitePartsForm = z.object(
  mapParts(() =>
    z
      .literal('on')
      .optional()
      .transform((box) => box ?? 'off'),
  ),
);

/** The form with the odds of the rarities, in percent. */
export const siteOddsForm = z
  .object(
    Object.fromEntries(rarities.map((rarity) => [rarity, percentage])) as Record<
      Rarity,
      typeof percentage
    >,
  )
  .pipe(odds);

/** The form with the links of the footer: `label-0`, `address-0` and so on. Empty rows are left out. */
export const footerLinksForm = z
  .record(z.string(), z.unknown())
  .transform((fields, { addIssue }): FooterLink[] => {
    const read = (name: string) => String(fields[name] ?? '').trim();
    return Array.from({ length: texts.footerLinksMax }, (_, row) => row).flatMap((row) => {
      const typed = { label: read(`label-${row}`), address: read(`address-${row}`) };
      if (typed.label === '' && typed.address === '') return [];
      const parsed = footerLink.safeParse(typed);
      if (parsed.success) return [parsed.data];
      for (const { path, message } of parsed.error.issues) {
        addIssue({ code: 'custom', path: [`${String(path[0])}-${row}`], message });
      }
      return [];
    });
  });

/** The form of the set-up link. */
export const setUpInput = registerInput
  .pick({ username: true, email: true, password: true })
  .extend({
    // Another text is an invalid link, not an invalid field.
    token: z.string().max(200).catch(''),
    name: required(form.name),
    registration: registrationModeInput.shape.registration,
    examples: z
      .enum(['yes', 'no'], 'Choose whether the site begins with examples.')
      .default('no')
      .transform((choice) => choice === 'yes'),
  });
export type SetUpInput = z.output<typeof setUpInput>;

/** The form that removes the example community. */
export const removeExamplesForm = z.object({
  confirm: z.literal('yes', 'Tick the box to remove all examples.'),
});

/** The form that hides the announcement for this browser. */
export const hideAnnouncementForm = z.object({
  id: z.string().regex(/^[\w-]{8}$/),
  next: z.string().max(2_000).default('/'),
});

/** A form about one row of a list of the administration. */
export const administeredRowForm = z.object({ id: z.uuid('This is no longer there.') });

/** The query of the list of invitations. Invalid values are ignored. */
export const invitationsQuery = z.object({ page: pageNumber(invitationConstants.pageMax) });

/** A form that creates an invitation. */
export const invitationInput = z.object({
  note: z
    .string()
    .overwrite((text) => removeDirectionControls(text).trim())
    .max(invitationConstants.noteMax, `At most ${invitationConstants.noteMax} characters.`)
    .default(''),
  days: z.coerce
    .number('Choose how long.')
    .refine(
      (days) => invitationConstants.validDays.some((one) => one === days),
      'Choose how long.',
    ),
  uses: z.coerce
    .number('Enter a whole number.')
    .int('Enter a whole number.')
    .min(1, 'At least 1.')
    .max(invitationConstants.usesMax, `At most ${invitationConstants.usesMax}.`),
});
export type InvitationInput = z.output<typeof invitationInput>;
