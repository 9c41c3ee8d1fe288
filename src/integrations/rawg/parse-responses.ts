import { z } from 'zod';
import type {
  ProviderCompanyDetails,
  ProviderGame,
  ProviderGameDetails,
} from '#domain/catalog/provider/catalog-provider.ts';
import { htmlToText, plainLine, plainText } from './html-to-text.ts';

/** Postgres's integer, which ids and counts are kept in. */
const int32Max = 2_147_483_647;
const lineMax = 200;
const addressMax = 2_000;
const requirementsMax = 2_000;
const descriptionMax = 20_000;

const id = z.int().min(1).max(int32Max);
const count = z.int().min(0).max(int32Max);
const line = z
  .string()
  .transform((text) => plainLine(text, lineMax))
  .pipe(z.string().min(1));
const named = z.object({ slug: line, name: line });
const company = z.object({ id, slug: line, name: line });

/** Postgres knows no year 0. */
const date = z.iso.date().refine((text) => text >= '0001');

/** An address that a page may link to or a picture be fetched from; never one with a key in it. */
const address = z
  .string()
  .trim()
  .max(addressMax)
  .transform((text, issues) => {
    const url = URL.parse(text);
    if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') {
      url.searchParams.delete('key');
      return url.href;
    }
    issues.addIssue({ code: 'custom', message: 'no address' });
    return z.NEVER;
  })
  .nullable()
  .catch(null);

/** A list whose bad items are left out, of at most `max`; empty for what is no list. */
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

/** The first of each id or slug: a statement cannot write the same row twice. */
function distinct<T>(items: T[], key: (item: T) => unknown): T[] {
  return [...new Map(items.toReversed().map((item) => [key(item), item])).values()].toReversed();
}

/** HTML, in the source's own words; [] where it has none. */
const requirement = z
  .string()
  .transform((html) =>
    plainText(htmlToText(html), requirementsMax).replace(
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
  .transform((told): ProviderGame['platforms'][number] => {
    const minimum = told.requirements.minimum ?? told.requirements_en.minimum;
    const recommended = told.requirements.recommended ?? told.requirements_en.recommended;
    return {
      name: told.platform.name,
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
  background_image: address,
};
const gameSchema = z.object(gameFields);
const detailsSchema = z.object({
  ...gameFields,
  description: z.string().catch(''),
  description_raw: z.string().catch(''),
  website: address,
  background_image_additional: address,
  publishers: listOf(company, 100),
  developers: listOf(company, 100),
});

function toGame(told: z.infer<typeof gameSchema>): ProviderGame {
  return {
    id: told.id,
    slug: told.slug,
    name: told.name,
    released: told.released,
    rating: told.rating,
    ratings: told.ratings.toSorted((a, b) => b.count - a.count),
    ratingsCount: told.ratings_count,
    metacritic: told.metacritic,
    platforms: told.platforms,
    genres: distinct(told.genres, ({ slug }) => slug),
    backgroundImage: told.background_image,
  };
}

/** A page of a list: bad games are left out, and counted. Null where the answer is no list at all. */
export function readList(
  body: unknown,
  pageSize: number,
): { games: ProviderGame[]; total: number; leftOut: number } | null {
  const envelope = z
    .object({ results: z.array(z.unknown()), count: z.unknown().optional() })
    .safeParse(body);
  if (!envelope.success) return null;
  const told = envelope.data.results.slice(0, pageSize);
  const good = listOf(gameSchema, pageSize).parse(told);
  const total = z.number().min(0).catch(good.length).parse(envelope.data.count);
  return {
    games: distinct(good.map(toGame), (game) => game.id),
    total: Math.min(Math.floor(total), int32Max),
    leftOut: told.length - good.length,
  };
}

/** Null where the answer is no game that could be kept. */
export function readGame(body: unknown): ProviderGameDetails | null {
  const { data: told } = detailsSchema.safeParse(body);
  if (!told) return null;
  return {
    ...toGame(told),
    description:
      plainText(told.description_raw, descriptionMax) ||
      plainText(htmlToText(told.description), descriptionMax),
    website: told.website,
    backgroundImageAdditional: told.background_image_additional,
    publishers: distinct(told.publishers, (publisher) => publisher.id),
    developers: distinct(told.developers, (developer) => developer.id),
  };
}

/** The slug of the game that this one was merged with; null where it was not. */
export function readMerged(body: unknown): string | null {
  const merged = z.object({ redirect: z.literal(true), slug: z.string().max(lineMax) });
  const { data: told } = merged.safeParse(body);
  return told && /^[\w-]+$/.test(told.slug) ? told.slug : null;
}

const companyDetailsSchema = company.extend({ description: z.string().catch('') });

/** Null where the answer is no company that could be kept. */
export function readCompany(body: unknown): ProviderCompanyDetails | null {
  const { data: told } = companyDetailsSchema.safeParse(body);
  if (!told) return null;
  return { ...told, description: plainText(htmlToText(told.description), descriptionMax) };
}
