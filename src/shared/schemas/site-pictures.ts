import { z } from 'zod';
import { servedPicturesPath } from '../constants/gallery-paths.ts';
import {
  pictureBackgrounds,
  picturePartUnits,
  sitePictureKinds,
  sitePictureTextMax,
} from '../constants/site-pictures.ts';
import { removeDirectionControls } from './normalize-text.ts';

const text = z
  .string()
  .overwrite((typed) => removeDirectionControls(typed).replace(/\s+/g, ' ').trim())
  .max(sitePictureTextMax, `At most ${sitePictureTextMax} characters.`);

const size = z.strictObject({
  path: z.string().max(200).startsWith(servedPicturesPath),
  width: z.int().min(1).max(4_096),
  height: z.int().min(1).max(4_096),
});

/** The logo or the banner of the site; null for that of the design. */
export const chosenPicture = z
  .strictObject({
    id: z.uuid(),
    full: size,
    thumbnail: size,
    /** What it shows, for people who do not see it; empty for decoration. */
    text,
  })
  .nullable()
  .default(null);
export type ChosenPicture = NonNullable<z.output<typeof chosenPicture>>;

/** A number of the chosen part. Empty without scripts: then the middle of the picture is taken. */
const unit = z
  .string()
  .default('')
  .transform((typed, { addIssue }): number | null => {
    if (typed === '') return null;
    const number = /^\d{1,5}$/.test(typed) ? Number(typed) : Number.NaN;
    if (number <= picturePartUnits) return number;
    addIssue({ code: 'custom', message: 'Choose the part of the picture again.' });
    return z.NEVER;
  });

/** The form with a logo or a banner, beside its file. */
export const sitePictureForm = z
  .object({
    kind: z.enum(sitePictureKinds, 'Choose a logo or a banner.'),
    text: text.default(''),
    background: z.enum(pictureBackgrounds, 'Choose a background.').default('none'),
    left: unit,
    top: unit,
    width: unit,
    height: unit,
  })
  .transform(({ left, top, width, height, ...form }, { addIssue }) => {
    if (left === null && top === null && width === null && height === null) {
      return { ...form, part: null };
    }
    const isInside =
      left !== null &&
      top !== null &&
      width !== null &&
      height !== null &&
      width > 0 &&
      height > 0 &&
      left + width <= picturePartUnits &&
      top + height <= picturePartUnits;
    if (!isInside) {
      const message = 'Choose the part of the picture again.';
      addIssue({ code: 'custom', path: ['picture'], message });
      return z.NEVER;
    }
    const toFraction = (value: number) => value / picturePartUnits;
    return {
      ...form,
      part: {
        left: toFraction(left),
        top: toFraction(top),
        width: toFraction(width),
        height: toFraction(height),
      },
    };
  });
export type SitePictureForm = z.output<typeof sitePictureForm>;

/** The form that removes a logo or a banner. */
export const sitePictureKindForm = z.object({
  kind: z.enum(sitePictureKinds, 'Choose a logo or a banner.'),
});
