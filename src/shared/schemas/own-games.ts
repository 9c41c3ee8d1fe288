import { z } from 'zod';
import { ownGameConstants } from '../constants/catalog/own-games.ts';
import { priceConstants } from '../constants/catalog/prices.ts';
import type { AmountRules } from '../format/amounts/amount-field.ts';
import { parseLocalMinute } from '../format/local-time.ts';
import { atMostText, isLongerThan } from '../format/texts/characters.ts';
import { invisibleInNames } from '../format/texts/misleading-names.ts';
import { toPlainDate } from '../format/typed-date.ts';
import { amountInput, optionalAmountInput } from './fields/amount.ts';
import { gameId } from './fields/game-id.ts';
import { searchTerm } from './fields/list-query.ts';
import { normalizeText } from './fields/normalize-text.ts';
import { toOneLine } from './fields/one-line.ts';
import { pageNumber } from './fields/paging.ts';

const { nameMax, descriptionMax, websiteMax, namesMax, listedNameMax } = ownGameConstants;
const { requirementsMax, ageRatingMax, linksMax, linkLabelMax } = ownGameConstants;

/** Names that are separated by commas, each once. */
const names = z
  .string()
  .max(1_000, atMostText(1_000))
  .default('')
  .transform((text) => {
    const all = text.split(',').map(toOneLine).filter(Boolean);
    const isFirst = (name: string, index: number) =>
      all.findIndex((other) => other.toLowerCase() === name.toLowerCase()) === index;
    return all.filter(isFirst);
  })
  .refine((all) => all.length <= namesMax, `At most ${namesMax} names.`)
  .refine(
    (all) => !all.some((name) => isLongerThan(name, listedNameMax)),
    `At most ${listedNameMax} characters in a name.`,
  );

const isWebAddress = (text: string) =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && !/[\s"<>]/.test(text);

const webAddressText = 'Enter an address that starts with https:// or http://.';

export const paragraphs = (max: number) =>
  z
    .string()
    .default('')
    .overwrite(normalizeText)
    .pipe(z.string().max(max, atMostText(max)));

/** Links as lines with a label and an address, such as `Manual https://…`. Without a label, the host is it. */
const linkLines = z
  .string()
  .max(linksMax * (linkLabelMax + websiteMax + 20), 'These links are too long.')
  .default('')
  .transform((text, { addIssue }) => {
    const lines = text.split('\n').map(toOneLine).filter(Boolean);
    const problem =
      lines.length > linksMax
        ? `At most ${linksMax} links.`
        : lines.map(findLinkProblem).find((found) => found !== null);
    if (problem) addIssue({ code: 'custom', message: problem });
    return problem ? [] : lines.map(toLink);
  });

function splitLink(line: string): { label: string; url: string } {
  const end = line.lastIndexOf(' ');
  return { label: line.slice(0, Math.max(end, 0)).trim(), url: line.slice(end + 1) };
}

function findLinkProblem(line: string): string | null {
  const { label, url } = splitLink(line);
  if (isLongerThan(url, websiteMax) || !isWebAddress(url)) return webAddressText;
  if (isLongerThan(label, linkLabelMax)) return `At most ${linkLabelMax} characters in a label.`;
  return invisibleInNames.test(label) ? 'A label has characters that nobody can see.' : null;
}

function toLink(line: string): { label: string; url: string } {
  const { label, url } = splitLink(line);
  return { label: label || new URL(url).host, url };
}

/** Slugs that are separated by commas, each once. */
export const splitSlugs = (text: string) => [
  ...new Set(
    text
      .split(',')
      .map((slug) => slug.trim())
      .filter(Boolean),
  ),
];

/** The line from which the schema reads a link again. */
export const toLinkLine = ({ label, url }: { label: string; url: string }) => `${label} ${url}`;

const isDay = (text: string) =>
  /^[12]\d{3}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

const priceText = 'Enter a price such as 9.99, 0 for a free game.';

/** The price of a game. */
const gamePriceRules: AmountRules = {
  min: 0,
  max: priceConstants.maxCents,
  noun: 'price',
  emptyText: priceText,
  unreadableText: priceText,
  rangeText: priceText,
};

/** A typed price in cents. */
export const typedPrice = amountInput(gamePriceRules);

export const gameName = (max: number) =>
  z
    .string('Enter a name.')
    .overwrite(toOneLine)
    .min(1, 'Enter a name.')
    .max(max, atMostText(max))
    .refine((name) => !invisibleInNames.test(name), 'This has characters that nobody can see.');

export const gameWebsite = (max: number) =>
  z
    .string()
    .default('')
    .transform((text) => text.trim())
    .refine(
      (text) => text === '' || (!isLongerThan(text, max) && isWebAddress(text)),
      webAddressText,
    )
    .transform((text) => text || null);

const ageRating = z
  .string()
  .default('')
  .overwrite(toOneLine)
  .pipe(z.string().max(ageRatingMax, atMostText(ageRatingMax)))
  .transform((text) => text || null);

/** The fields of the form, without what one demands of another. */
export const ownGameFields = z.object({
  name: gameName(nameMax),
  description: paragraphs(descriptionMax),
  released: z
    .string()
    .default('')
    .transform(toPlainDate)
    .refine((text) => text === '' || isDay(text), 'Enter a day such as 2026-11-24.')
    .transform((text) => text || null),
  website: gameWebsite(websiteMax),
  links: linkLines,
  ageRating,
  platforms: names,
  minimum: paragraphs(requirementsMax),
  recommended: paragraphs(requirementsMax),
  developers: names,
  publishers: names,
  /** Slugs. Unknown ones are left out when the game is saved. */
  genres: z.string().max(1_000, atMostText(1_000)).default('').transform(splitSlugs),
  price: optionalAmountInput(gamePriceRules).default(null),
  roleNeeded: z
    .string()
    .max(50)
    .default('')
    .transform((text) => text || null),
});

/** The form of a game of the site. `genres` are slugs, separated by commas. An empty price is `GAME_PRICE`. */
export const ownGameInput = ownGameFields.refine(
  ({ platforms, minimum, recommended }) =>
    (minimum === '' && recommended === '') || platforms.includes('PC'),
  { path: ['platforms'], message: 'Requirements are those of a PC: write PC among the platforms.' },
);

export type OwnGameInput = z.output<typeof ownGameInput>;

/** The version of a game that an editor has read. */
export const ownGameVersion = z.object({ version: z.coerce.number().int().positive() });

const localMinute = (text: string, timeZone: string) =>
  z
    .string(text)
    .transform(toPlainDate)
    .refine((typed) => /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(typed), text)
    // A script reads 30 February as 2 March.
    .refine((typed) => isDay(typed.slice(0, 10)), 'There is no such day.')
    .refine((typed) => !Number.isNaN(Date.parse(`${typed}Z`)), text)
    .transform((typed) => parseLocalMinute(typed, timeZone));

/** The form that adds a sale. The times are in the time zone of the site. */
export const newSaleInput = (timeZone: string) =>
  z.object({
    salePrice: typedPrice,
    startsAt: localMinute('Choose when the sale starts.', timeZone),
    endsAt: localMinute('Choose when the sale ends.', timeZone),
  });

export const endSaleInput = z.object({ saleId: z.uuid('Reload the page and try again.') });

/** The form that sets a price for the members of a group, and the one that ends it. */
export const endGroupPriceInput = z.object({ groupId: z.uuid('Choose a group.') });
export const groupPriceInput = endGroupPriceInput.extend({ groupPrice: typedPrice });

/** The buttons that move a game in the order. */
export const moveGameInput = z.object({ gameId, intent: z.enum(['up', 'down']) });

/** The query of the list of games of the site: `?q=…&page=…`. */
export const ownGamesQuery = z.object({ q: searchTerm(), page: pageNumber() });

/** What a picture shows, for people who do not see it. */
export const pictureText = z
  .string()
  .default('')
  .overwrite(toOneLine)
  .pipe(
    z.string().max(ownGameConstants.pictureTextMax, atMostText(ownGameConstants.pictureTextMax)),
  );

/** The form with a new cover of a game. */
export const newCoverInput = z.object({ altText: pictureText });

/** The forms of one picture of a game. */
export const gamePictureInput = z.object({ pictureId: z.uuid('Reload the page and try again.') });
export const gamePictureTextInput = gamePictureInput.extend({ altText: pictureText });

/** The query of the pictures of a game: `?remove=…` asks before a picture is removed. */
export const gamePicturesQuery = z.object({ remove: z.uuid().nullable().catch(null) });
