import { z } from 'zod';

const address = z.url({ protocol: /^https?$/ });
const listItem = z.strictObject({
  '@type': z.literal('ListItem'),
  position: z.int().positive(),
  name: z.string().min(1),
  /** Of a breadcrumb. */
  item: address.optional(),
  /** Of a list. */
  url: address.optional(),
});
const organization = z.strictObject({
  '@type': z.literal('Organization'),
  name: z.string().min(1),
  url: address,
  description: z.string().min(1).optional(),
});
const said = {
  text: z.string().min(1),
  url: address,
  author: z.strictObject({ '@type': z.literal('Person'), name: z.string().min(1), url: address }),
  datePublished: z.iso.datetime(),
  dateModified: z.iso.datetime().optional(),
};
const itemList = z.strictObject({
  '@type': z.literal('ItemList'),
  itemListElement: z.array(listItem.required({ url: true })).min(1),
});

/**
 * What a page may say in structured data: what search engines require of each type, and nothing that we
 * do not mean to say. Sources: developers.google.com/search/docs/appearance/structured-data, pages
 * breadcrumb, discussion-forum, review-snippet, carousel and organization, and schema.org for the rest.
 */
const thing = z.discriminatedUnion('@type', [
  z.strictObject({
    '@type': z.literal('VideoGame'),
    name: z.string().min(1),
    url: address,
    applicationCategory: z.literal('Game'),
    description: z.string().min(1).optional(),
    image: z.array(address).min(1).optional(),
    datePublished: z.iso.date().optional(),
    genre: z.array(z.string().min(1)).min(1).optional(),
    gamePlatform: z.array(z.string().min(1)).min(1).optional(),
    author: z.array(organization).min(1).optional(),
    publisher: z.array(organization).min(1).optional(),
    aggregateRating: z
      .strictObject({
        '@type': z.literal('AggregateRating'),
        ratingValue: z.number(),
        ratingCount: z.int().positive(),
        bestRating: z.literal(5),
        worstRating: z.literal(1),
      })
      .refine(({ ratingValue: value }) => value >= 1 && value <= 5)
      .optional(),
  }),
  z
    .strictObject({
      '@type': z.literal('BreadcrumbList'),
      itemListElement: z.array(listItem.required({ item: true })).min(2),
    })
    .refine(({ itemListElement: items }) =>
      items.every(({ position }, index) => position === index + 1),
    ),
  z.strictObject({
    '@type': z.literal('WebSite'),
    name: z.string().min(1),
    url: address,
    potentialAction: z.strictObject({
      '@type': z.literal('SearchAction'),
      target: z.strictObject({
        '@type': z.literal('EntryPoint'),
        urlTemplate: z.string().regex(/^https?:\/\/[^{]+\{search_term_string\}$/),
      }),
      'query-input': z.literal('required name=search_term_string'),
    }),
  }),
  z.strictObject({
    '@type': z.literal('DiscussionForumPosting'),
    headline: z.string().min(1),
    ...said,
    interactionStatistic: z.strictObject({
      '@type': z.literal('InteractionCounter'),
      interactionType: z.strictObject({ '@type': z.literal('CommentAction') }),
      userInteractionCount: z.int().min(0),
    }),
    comment: z
      .array(z.strictObject({ '@type': z.literal('Comment'), ...said }))
      .min(1)
      .optional(),
  }),
  z.strictObject({
    '@type': z.literal('CollectionPage'),
    name: z.string().min(1),
    url: address,
    about: organization.optional(),
    mainEntity: itemList.optional(),
  }),
]);

/** A block of structured data. */
export const structuredData = z.strictObject({
  '@context': z.literal('https://schema.org'),
  '@graph': z.array(thing).min(1),
});
