import { z } from 'zod';
import type {
  ProviderCompanyDetails,
  ProviderGame,
  ProviderGameDetails,
} from '#domain/catalog/provider/catalog-provider-port.ts';
import { htmlToText, toPlainLine, toPlainText } from './html-to-text.ts';

/** The maximum of Postgres's integer, the type of ids and counts. */
const int32Max = 2_147_483_647;
const lineMax = 200;
const urlMax = 2_000;
const requirementsMax = 2_000;
const descriptionMax = 20_000;

const id = z.int().min(1).max(int32Max);
const count = z.int().min(0).max(int32Max);
const line = z
  .string()
  .transform((text) => toPlainLine(text, lineMax))
  .pipe(z.string().min(1));
const named = z.object({ slug: line, name: line });
const company = z.object({ id, slug: line, name: line });

/** Postgres has no year 0. */
const date = z.iso.date().refine((text) => text >= '0001');

/**
 * A URL that a page may link to or a picture may be requested from. A key in it is removed.
 */
const webUrl = z
  .string()
  .trim()
  .max(urlMax)
  .transform((text, issues) => {
    const url = URL.parse(text);
    if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') {
      url.searchParams.delete('key');
      return url.href;
    }
    issues.addIssue({ code: 'custom', message: 'no URL' });
    return z.NEVER;
  })
  .nullable()
  .catch(null);

/** A list of at most `max` items without the invalid ones; empty when the value is not a list. */
function listOf<T>(item: z.ZodType<T>, max: number) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((values): T[] =>
      values
        .slice(0, max)
        .map((value) => item.safeParse(value))
        .flatMap((result) => (result.success ? [result.data] : [])),
    );
}

/** Keeps the first item of each key: one statement cannot write the same row twice. */
function distinct<T>(items: T[], key: (item: T) => unknown): T[] {
  return [...new Map(items.toReversed().map((item) => [key(item), item])).values()].toReversed();
}

/** The HTML of the source without its heading. Some answers have an empty list in its place. */
const requirement = z
  .string()
  .transform((html) =>
    toPlainText(htmlToText(html), requirementsMax).replace(
      /^(?:minimum|recommended)(?: requirements)?\s*:\s*/i,
      '',
    ),
  )
  .pipe(z.string().min(1))
  .optional()
  .catch(undefined);
const requirements = z.object({ minimum: requirement, recommended: requirement }).catch({});

const platform = z
  .object({
    platform: z.object({ name: line }),
    requirements,
    requirements_en: requirements,
  })
  .transform((data): ProviderGame['platforms'][number] => {
    const minimum = data.requirements.minimum ?? data.requirements_en.minimum;
    const recommended = data.requirements.recommended ?? data.requirements_en.recommended;
    return {
      name: data.platform.name,
      ...(minimum === undefined ? {} : { minimum }),
      ...(recommended === undefined ? {} : { recommended }),
    };
  });

const ratingShare = z.object({
  title: line,
  count,
  percent: z.number().min(0).max(100),
});

const gameFields = {
  id,
  slug: line,
  name: line,
  released: date.nullable().catch(null),
  rating: z.number().min(0).max(5).catch(0),
  ratings: listOf(ratingShare, 10),
  ratings_count: count.nullable().catch(null),
  metacritic: z.int().min(0).max(100).nullable().catch(null),
  platforms: listOf(platform, 100),
  genres: listOf(named, 50),
  background_image: webUrl,
};
const gameSchema = z.object(gameFields);
const detailsSchema = z.object({
  ...gameFields,
  description: z.string().catch(''),
  description_raw: z.string().catch(''),
  website: webUrl,
  background_image_additional: webUrl,
  publishers: listOf(company, 100),
  developers: listOf(company, 100),
});

function toGame(data: z.infer<typeof gameSchema>): ProviderGame {
  return {
    id: data.id,
    slug: data.slug,
    name: data.name,
    released: data.released,
    rating: data.rating,
    ratings: data.ratings.toSorted((a, b) => b.count - a.count),
    ratingsCount: data.ratings_count,
    metacritic: data.metacritic,
    platforms: data.platforms,
    genres: distinct(data.genres, ({ slug }) => slug),
    backgroundImage: data.background_image,
  };
}

/**
 * Parses a page of a list. Invalid games are left out and counted. Null when the response is not a
 * list.
 */
export function parseGameList(
  body: unknown,
  pageSize: number,
): { games: ProviderGame[]; total: number; leftOut: number } | null {
  const envelope = z
    .object({ results: z.array(z.unknown()), count: z.unknown().optional() })
    .safeParse(body);
  if (!envelope.success) return null;
  const data = envelope.data.results.slice(0, pageSize);
  const validGames = listOf(gameSchema, pageSize).parse(data);
  const total = z.number().min(0).catch(validGames.length).parse(envelope.data.count);
  return {
    games: distinct(validGames.map(toGame), (game) => game.id),
    total: Math.min(Math.floor(total), int32Max),
    leftOut: data.length - validGames.length,
  };
}

/** Parses a game; null when the response is not a valid game. */
export function parseGameDetails(body: unknown): ProviderGameDetails | null {
  const { data } = detailsSchema.safeParse(body);
  if (!data) return null;
  return {
    ...toGame(data),
    description:
      toPlainText(data.description_raw, descriptionMax) ||
      toPlainText(htmlToText(data.description), descriptionMax),
    website: data.website,
    backgroundImageAdditional: data.background_image_additional,
    publishers: distinct(data.publishers, (publisher) => publisher.id),
    developers: distinct(data.developers, (developer) => developer.id),
  };
}

/** The slug of the game that this one was merged with; null when it was not merged. */
export function parseMergedSlug(body: unknown): string | null {
  const merged = z.object({ redirect: z.literal(true), slug: z.string().max(lineMax) });
  const { data } = merged.safeParse(body);
  return data && /^[\w-]+$/.test(data.slug) ? data.slug : null;
}

const companyDetailsSchema = company.extend({ description: z.string().catch('') });

/** Parses a company; null when the response is not a valid company. */
export function parseCompany(body: unknown): ProviderCompanyDetails | null {
  const { data } = companyDetailsSchema.safeParse(body);
  if (!data) return null;
  return { ...data, description: toPlainText(htmlToText(data.description), descriptionMax) };
}
