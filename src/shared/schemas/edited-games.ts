import { z } from 'zod';
import { editedGameLimits, overridableFields } from '../constants/catalog/game-overrides.ts';
import {
  gameName,
  gameWebsite,
  ownGameFields,
  ownGameVersion,
  paragraphs,
  splitSlugs,
} from './own-games.ts';

const { links, ageRating, price } = ownGameFields.shape;
const { nameMax, descriptionMax, websiteMax } = editedGameLimits;

/** The form of a game of another source. `genres` are slugs, separated by commas. */
export const editedGameInput = z
  .object({
    name: gameName(nameMax),
    description: paragraphs(descriptionMax),
    genres: z.string().max(1_000).default('').transform(splitSlugs),
    website: gameWebsite(websiteMax),
    /** Whether the typed links are shown in place of those that the page makes from the name. */
    ownLinks: z.string().optional(),
    links,
    ageRating,
    price,
  })
  .transform(({ ownLinks, ...fields }) => ({
    ...fields,
    links: ownLinks === 'yes' ? fields.links : null,
  }));

export type EditedGameInput = z.output<typeof editedGameInput>;

/** The form that takes a change back. */
export const takeBackInput = ownGameVersion.extend({
  field: z.enum(overridableFields, 'Reload the page and try again.'),
});
