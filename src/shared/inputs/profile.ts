import { z } from 'zod';
import { isBlank } from '../blank.ts';
import { inventory, profile } from '../limits.ts';
import { unseenInNames } from '../names.ts';
import { pageNumber } from './paging.ts';
import { withoutDirectionControls } from './written-text.ts';

/**
 * A text of at most `max` characters without those that `unseen` names; `directed` takes away what a form
 * need not complain of.
 */
function text(max: number, unseen: RegExp, directed = (value: string) => value) {
  return (
    z
      .string()
      // A form sends line ends as two characters, of which the writer typed one.
      .overwrite((value) => directed(value).replaceAll('\r\n', '\n').trim())
      .max(max, `At most ${max} characters.`)
      .refine((value) => !unseen.test(value), 'This has characters that nobody can see.')
      .default('')
  );
}

/** spec 5: name at most 20, description at most 200, one of nine pictures; empty keeps what was. */
export const editProfileInput = z.object({
  // What cannot be seen or turns the direction would let a name pass for another.
  name: text(profile.nameMax, unseenInNames).refine(
    (name) => name === '' || !isBlank(name),
    'This has characters that nobody can see.',
  ),
  description: text(profile.descriptionMax, /(?!\n)\p{Cc}/u, withoutDirectionControls),
  profilePic: z
    .union([z.literal(''), z.enum(profile.pictures)], 'Choose one of the pictures.')
    .default(''),
});

/** The form of the own profile: an empty description keeps what was, this box takes it away. */
export const profileForm = editProfileInput.extend({
  removeDescription: z
    .string()
    .optional()
    .transform((value) => value === 'yes'),
});

/** spec 5: items per page 10 to 100, default 20; values under 10 are set to 10. */
export const inventoryQuery = z.object({
  page: pageNumber(),
  perPage: z
    .string()
    .optional()
    .transform((text) => {
      if (!text || !/^-?\d+$/.test(text)) return inventory.perPageDefault;
      return Math.min(Math.max(inventory.perPageMin, Number(text)), inventory.perPageMax);
    }),
  /** The stack whose detail is open, as `gameId-kindId`. */
  item: z
    .string()
    .regex(/^[1-9]\d{0,9}-[a-z0-9-]{1,100}$/)
    .optional()
    .catch(undefined),
});
