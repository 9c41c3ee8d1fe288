import { z } from 'zod';
import {
  defaultSiteName,
  defaultTagline,
  invitationConstants,
  dailyLimitConstants as limits,
  registrationModes,
  siteTextConstants as texts,
} from '../constants/site-settings.ts';
import { type AccentTheme, describeAccentProblem } from '../format/accent-colors.ts';
import { parseDecimal } from '../format/money.ts';
import { resolveWithinSite } from '../format/resolve-within-site.ts';
import { registerInput } from './accounts.ts';
import { normalizeText, removeDirectionControls } from './normalize-text.ts';
import { pageNumber } from './paging.ts';

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

/** A limit that an admin saved; otherwise that of the configuration counts. */
const dailyLimit = (max: number) =>
  z.union([z.literal('configured'), z.int().min(0).max(max)]).default('configured');

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
  topUpDaily: dailyLimit(limits.topUpMaxCents),
  awardsPerDay: dailyLimit(limits.awardsMax),
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

/** A typed number; an empty field leaves the limit to the configuration. */
const typedLimit = (parse: (text: string) => number | null, max: number, problem: string) =>
  z.string(problem).transform((text, { addIssue }): number | 'configured' => {
    if (text.trim() === '') return 'configured';
    const value = parse(text.trim());
    if (value !== null && value <= max) return value;
    addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  });

/** The form with the daily limits. */
export const dailyLimitsForm = z.object({
  topUpDaily: typedLimit(
    parseDecimal,
    limits.topUpMaxCents,
    'Enter an amount such as 250.00, at most 100000.00.',
  ),
  awardsPerDay: typedLimit(
    (text) => (/^\d{1,7}$/.test(text) ? Number(text) : null),
    limits.awardsMax,
    'Enter a whole number, at most 1000000.',
  ),
});

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
  });
export type SetUpInput = z.output<typeof setUpInput>;

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
