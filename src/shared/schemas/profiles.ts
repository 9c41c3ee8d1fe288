import { z } from 'zod';
import { profileConstants } from '../constants/profiles.ts';
import { isBlank } from '../format/is-blank.ts';
import { unseenInNames } from '../format/names.ts';
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

/** Name at most 20, description at most 200, one of nine pictures; empty keeps what was. */
export const editProfileInput = z.object({
  // What cannot be seen or turns the direction would let a name pass for another.
  name: text(profileConstants.nameMax, unseenInNames).refine(
    (name) => name === '' || !isBlank(name),
    'This has characters that nobody can see.',
  ),
  description: text(profileConstants.descriptionMax, /(?!\n)\p{Cc}/u, withoutDirectionControls),
  profilePic: z
    .union([z.literal(''), z.enum(profileConstants.pictures)], 'Choose one of the pictures.')
    .default(''),
});

/** The form of the own profile: an empty description keeps what was, this box takes it away. */
export const profileForm = editProfileInput.extend({
  removeDescription: z
    .string()
    .optional()
    .transform((value) => value === 'yes'),
});
