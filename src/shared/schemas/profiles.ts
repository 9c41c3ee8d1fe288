import { z } from 'zod';
import { profileConstants } from '../constants/profiles.ts';
import { atMostText } from '../format/texts/characters.ts';
import { isBlank } from '../format/texts/is-blank.ts';
import { invisibleInNames } from '../format/texts/misleading-names.ts';
import { removeDirectionControls } from './fields/normalize-text.ts';

/**
 * A text of at most `max` characters that does not match `invisible`. `clean` removes characters without an
 * error.
 */
function text(max: number, invisible: RegExp, clean = (value: string) => value) {
  return (
    z
      .string()
      // Forms send each line end as two characters.
      .overwrite((value) => clean(value).replaceAll('\r\n', '\n').trim())
      .max(max, atMostText(max))
      .refine((value) => !invisible.test(value), 'This has characters that nobody can see.')
      .default('')
  );
}

/** A name of at most 20 characters, a description of at most 200, and one of nine avatars. Empty values change nothing. */
export const editProfileInput = z.object({
  // With invisible characters or direction controls, a name could look like another one.
  name: text(profileConstants.nameMax, invisibleInNames).refine(
    (name) => name === '' || !isBlank(name),
    'This has characters that nobody can see.',
  ),
  description: text(profileConstants.descriptionMax, /(?!\n)\p{Cc}/u, removeDirectionControls),
  profilePic: z
    .union([z.literal(''), z.enum(profileConstants.pictures)], 'Choose one of the pictures.')
    .default(''),
});

/** The form of a player's own profile. An empty description changes nothing; the checkbox removes it. */
export const profileForm = editProfileInput.extend({
  removeDescription: z
    .string()
    .optional()
    .transform((value) => value === 'yes'),
});

/** A player's own profile can be shown as others see it. */
export const profileQuery = z.object({
  as: z.enum(['stranger', 'friend']).optional().catch(undefined),
});
