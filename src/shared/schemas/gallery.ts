import { z } from 'zod';
import { pictureConstants } from '../constants/gallery.ts';
import { reasonInput } from './moderation.ts';
import { withoutDirectionControls } from './written-text.ts';

const pictureId = z.uuid('This picture is no longer there.').toLowerCase();

/** Reads the id of an address such as /community/pictures/…; null for what is no id. */
export function readPictureId(text: string | undefined): string | null {
  return pictureId.safeParse(text).data ?? null;
}

/** The gallery's address: `?after=…` for the pictures that are older than that one. */
export const galleryQuery = z.object({ after: pictureId.nullable().catch(null).default(null) });

/** A picture's address: `?delete=…`, of any value, to be asked before it is deleted. */
export const pictureQuery = z.object({ delete: z.string().nullable().default(null) });

/** What nobody sees: blanks of all kinds, marks that steer a text, and letters without a form. */
const unseen = /^[\p{Z}\p{C}\p{DI}\u2800]*$/u;

/** What a browser sends that has uploaded a picture. A caption is one line. One of which nothing is seen is none. */
export const postPictureInput = z.object({
  id: pictureId,
  caption: z
    .string()
    .default('')
    .transform((text) =>
      withoutDirectionControls(text)
        .toWellFormed()
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim(),
    )
    .transform((text) => (unseen.test(text) ? '' : text))
    .pipe(
      z
        .string()
        .max(pictureConstants.captionMax, `At most ${pictureConstants.captionMax} characters.`),
    ),
});

/** The moderators' way to delete a picture. */
export const deletePictureInput = z.object({ reason: reasonInput });
