import { z } from 'zod';
import { pictureConstants } from '../constants/gallery/gallery.ts';
import { atMostText } from '../format/texts/characters.ts';
import { removeDirectionControls } from './fields/normalize-text.ts';
import { reasonInput } from './moderation/moderation.ts';

const pictureId = z.uuid('This picture is no longer there.').toLowerCase();

/** Parses the id in a path such as /community/pictures/…; null if it is not an id. */
export function parsePictureId(text: string | undefined): string | null {
  return pictureId.safeParse(text).data ?? null;
}

/** The query of the gallery: `?after=…` for the pictures that are older than that one. */
export const galleryQuery = z.object({ after: pictureId.nullable().catch(null).default(null) });

/** The query of a picture: `?delete=…` with any value shows the confirmation. */
export const pictureQuery = z.object({ delete: z.string().nullable().default(null) });

/** Only invisible characters: spaces, control characters, and letters without a glyph. */
const invisible = /^[\p{Z}\p{C}\p{DI}\u2800]*$/u;

/** The form that posts an uploaded picture. A caption is one line; an invisible one becomes empty. */
export const postPictureInput = z.object({
  id: pictureId,
  caption: z
    .string()
    .default('')
    .transform((text) =>
      removeDirectionControls(text)
        .toWellFormed()
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim(),
    )
    .transform((text) => (invisible.test(text) ? '' : text))
    .pipe(z.string().max(pictureConstants.captionMax, atMostText(pictureConstants.captionMax))),
});

/** The same with the picture itself, as browsers send it without scripts. */
export const sentPictureInput = postPictureInput.pick({ caption: true });

/** The form by which moderators delete a picture. */
export const deletePictureInput = z.object({ reason: reasonInput });
