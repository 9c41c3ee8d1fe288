import { z } from 'zod';
import { staffFactorConstants } from '../../constants/accounts/staff-factor.ts';
import { shopContents } from '../../constants/catalog/game-sources.ts';
import { shopGenreConstants } from '../../constants/catalog/genres.ts';
import { shelfIds } from '../../constants/catalog/shelves.ts';
import { approvalConstants } from '../../constants/moderation/approval.ts';
import { type Rarity, rarities } from '../../constants/rarity.ts';
import {
  siteRuleConstants as limits,
  siteTextConstants as texts,
} from '../../constants/site/site-settings.ts';
import { topUpConstants } from '../../constants/wallet.ts';
import { formatDecimal } from '../../format/amounts/money.ts';
import { parseNumber } from '../../format/amounts/read-number.ts';
import { registerInput } from '../accounts/accounts.ts';
import { registrationModeInput } from '../accounts/registration.ts';
import { optionalAmountInput } from '../fields/amount.ts';
import { wholeNumberBetween } from '../fields/whole-number.ts';
import {
  accentColor,
  type FooterLink,
  footerLink,
  mapParts,
  odds,
  shopGenresSetting,
  siteSettingSchemas,
} from './site-settings.ts';

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
    const value = parse(text);
    if (value !== null && value >= min && value <= max) return value;
    addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  });

const typedAmount = (min: number, max: number) => {
  const text = `Enter an amount such as 250.00, from ${formatDecimal(min)} to ${formatDecimal(max)}.`;
  const texts = { emptyText: text, unreadableText: text, rangeText: text };
  return optionalAmountInput({ min, max, noun: 'amount', ...texts }).transform(
    (cents) => cents ?? ('configured' as const),
  );
};

const typedCount = (max: number) =>
  typedNumber((text) => parseNumber(text, 0), {
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
  codesPerDay: typedAmount(0, limits.codesPerDayMaxCents),
  awardsPerDay: typedCount(limits.awardsMax),
  playCycle: typedNumber(
    (text) => {
      const seconds = parseNumber(text, 3);
      return seconds === null ? null : Math.round(seconds * 1000);
    },
    {
      min: limits.playCycleMinMs,
      max: limits.playCycleMaxMs,
      problem: 'Enter a number of seconds, from 1 to 86400.',
    },
  ),
});

const typedWhole = (min: number, max: number) =>
  wholeNumberBetween(min, max, `Enter a whole number, from ${min} to ${max}.`);

/** The form that lets the first texts and pictures of new accounts wait. */
export const approvalForm = z.object({
  waitingTexts: typedWhole(0, approvalConstants.firstMax),
  waitingDays: typedWhole(1, approvalConstants.daysMax),
});

/** The form of who mails come from. */
export const mailSenderForm = z.object({ mailFrom: form.mailFrom, mailReplyTo: form.mailReplyTo });

/** The form with the time zone of the site. */
export const timeZoneForm = z.object({ timeZone: required(form.timeZone) });

/** The form of what the shop holds. */
export const shopContentForm = z.object({
  shopContent: z.enum(shopContents, 'Choose what the shop holds.'),
});

/** The form that lets moderators and admins need a second factor. */
export const staffFactorForm = z
  .object({
    isRequired: z.literal('on').optional(),
    graceDays: typedWhole(0, staffFactorConstants.graceDaysMax),
  })
  .transform(({ isRequired, graceDays }) => ({ isRequired: isRequired === 'on', graceDays }));

/** A typed percentage with at most one decimal, in tenths of a percent. */
const percentage = z.string('Enter a percentage.').transform((text, { addIssue }) => {
  const value = parseNumber(text, 1);
  if (value !== null && value <= 100) return Math.round(value * 10);
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

/** The rows of a form with `place-0`, `place-1` and so on, in the order of their places. */
function orderRows<Row>(
  fields: Record<string, unknown>,
  count: number,
  read: (value: (name: string) => string, row: number) => Row[],
): Row[] {
  return Array.from({ length: count }, (_, row) => {
    const value = (name: string) => String(fields[`${name}-${row}`] ?? '').trim();
    return { place: parseNumber(value('place'), 0) || count + row, rows: read(value, row) };
  })
    .toSorted((a, b) => a.place - b.place)
    .flatMap(({ rows }) => rows);
}

/** The form with the genres of the shop. Rows without a name are left out; a new one gets a slug of its name. */
export const shopGenresForm = z
  .record(z.string(), z.unknown())
  .transform((fields, { addIssue }) => {
    const genres = orderRows(fields, shopGenreConstants.genresMax, (value) => {
      const name = value('name');
      const slug = value('slug') || toGenreSlug(name);
      return name === '' ? [] : [{ slug, name }];
    });
    const parsed = shopGenresSetting.safeParse(genres);
    if (parsed.success) return { shopGenres: parsed.data };
    const message = parsed.error.issues[0]?.message ?? 'Reload the page and try again.';
    addIssue({ code: 'custom', path: ['genres'], message });
    return z.NEVER;
  });

function toGenreSlug(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const letters = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
  if (letters !== '') return letters.slice(0, shopGenreConstants.slugMax);
  // A name in another alphabet: its characters by their numbers.
  const numbers = [...name].map((character) => character.codePointAt(0)?.toString(36));
  return `genre-${numbers.join('')}`.slice(0, shopGenreConstants.slugMax);
}

/** The form with the shelves of the shop. Those without a title are hidden. */
export const shopShelvesForm = z
  .record(z.string(), z.unknown())
  .transform((fields) => ({
    shopShelves: orderRows(fields, shelfIds.length, (value) => {
      const title = value('title');
      return title === '' ? [] : [{ id: value('id'), title }];
    }),
  }))
  .pipe(z.object({ shopShelves: required(form.shopShelves) }));

/** The form of the set-up link. */
export const setUpInput = registerInput
  .pick({ username: true, email: true, password: true })
  .extend({
    // Another text is an invalid link, not an invalid field.
    token: z.string().max(200).catch(''),
    name: required(form.name),
    registration: registrationModeInput.shape.registration,
    shopContent: z.enum(shopContents, 'Choose what the shop holds.').default('all'),
    examples: z
      .enum(['yes', 'no'], 'Choose whether the site begins with examples.')
      .default('no')
      .transform((choice) => choice === 'yes'),
  })
  .refine(({ examples, shopContent }) => !examples || shopContent !== 'own', {
    path: ['examples'],
    message:
      'The examples have games of the bundled catalog. Choose it for the shop, or no examples.',
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
