import { z } from 'zod';

const slug = z.string().min(1);
const count = z.int().min(0);
const picture = z.url({ protocol: /^https?$/ }).nullable();
const named = { id: z.int().positive(), name: z.string().min(1), slug };
const company = z.strictObject({ ...named, games_count: count, image_background: picture });
/** The requirements of a platform: an object, which can be empty, an empty list, or null. */
const requirements = z.union([
  z.strictObject({ minimum: z.string().optional(), recommended: z.string().optional() }),
  z.tuple([]),
  z.null(),
]);
const page = z
  .url()
  .regex(/[?&]page=\d+/)
  .nullable();

const summary = {
  ...named,
  released: z.iso.date().nullable(),
  tba: z.boolean(),
  background_image: picture,
  rating: z.number().min(0).max(5),
  rating_top: z.int().min(0).max(5),
  ratings: z.array(
    z.strictObject({ id: count, title: z.string(), count, percent: z.number().min(0).max(100) }),
  ),
  ratings_count: count,
  metacritic: z.int().nullable(),
  genres: z.array(z.looseObject(named)),
  stores: z.array(z.unknown()).nullable(),
};
const platform = z.strictObject(named);
const listed = z.strictObject({
  ...summary,
  platforms: z.array(
    z.strictObject({
      platform,
      released_at: z.string().nullable(),
      requirements_en: requirements,
      requirements_ru: requirements,
    }),
  ),
});
const searched = z.strictObject({ ...summary, platforms: z.array(z.strictObject({ platform })) });
const list = { count, next: page, previous: page };

/** Strict schemas of RAWG's responses. The responses of the fake and of our RAWG API must match them. */
export const rawgSchemas = {
  wholeList: z.strictObject({
    ...list,
    results: z.array(listed),
    seo_title: z.string(),
    filters: z.looseObject({}),
  }),
  filteredList: z.strictObject({
    ...list,
    results: z.array(listed),
    user_platforms: z.literal(false),
  }),
  searchedList: z.strictObject({
    ...list,
    results: z.array(searched),
    user_platforms: z.literal(false),
  }),
  game: z.strictObject({
    ...summary,
    platforms: z.array(
      z.strictObject({ platform, released_at: z.string().nullable(), requirements }),
    ),
    name_original: z.string(),
    description: z.string(),
    description_raw: z.string(),
    website: z.string(),
    background_image_additional: picture,
    publishers: z.array(company),
    developers: z.array(company),
    esrb_rating: z.null(),
  }),
  company: company.extend({ description: z.string() }),
  notFound: z.strictObject({ detail: z.literal('Not found.') }),
  noPage: z.strictObject({ detail: z.literal('Invalid page.') }),
};
