import { z } from 'zod';
import { servedPicturesPath } from '../../constants/gallery/gallery-paths.ts';
import {
  pictureBackgrounds,
  picturePartUnits,
  sitePictureKinds,
  sitePictureTextMax,
} from '../../constants/site/site-pictures.ts';
import { atMostText } from '../../format/texts/characters.ts';
import { removeDirectionControls } from '../fields/normalize-text.ts';

const text = z
  .string()
  .overwrite((typed) => removeDirectionControls(typed).replace(/\s+/g, ' ').trim())
  .max(sitePictureTextMax, atMostText(sitePictureTextMax));

const size = z.strictObject({
  path: z.string().max(200).startsWith(servedPicturesPath),
  width: z.int().min(1).max(4_096),
  height: z.int().min(1).max(4_096),
});

/** A picture that an admin chose for the site. */
const chosen = z.strictObject({
  id: z.uuid(),
  full: size,
  thumbnail: size,
  /** What it shows, for people who do not see it; empty for decoration. */
  text,
});
export type ChosenPicture = z.output<typeof chosen>;

/** The logo or the banner of the site; `none` for that of the design. */
export const pictureSetting = z.union([z.literal('none'), chosen]).default('none');

/** The picture of a setting; null for that of the design. */
export function getChosenPicture(setting: z.output<typeof pictureSetting>): ChosenPicture | null {
  return setting === 'none' ? null : setting;
}

const partSides = ['left', 'top', 'width', 'height'] as const;

/** The chosen part as fractions; null if no side was sent, as without scripts; undefined if it is no part. */
function readPart(typed: Record<(typeof partSides)[number], string>) {
  if (partSides.every((side) => typed[side] === '')) return null;
  if (partSides.some((side) => !/^\d{1,5}$/.test(typed[side]))) return undefined;
  const [left = 0, top = 0, width = 0, height = 0] = partSides.map(
    (side) => Number(typed[side]) / picturePartUnits,
  );
  const isInside = width > 0 && height > 0 && left + width <= 1 && top + height <= 1;
  return isInside ? { left, top, width, height } : undefined;
}

const side = z.string().default('');

/** The form with a logo or a banner, beside its file. The part comes in ten-thousandths. */
export const sitePictureForm = z
  .object({
    kind: z.enum(sitePictureKinds, 'Choose a logo or a banner.'),
    text: text.default(''),
    background: z.enum(pictureBackgrounds, 'Choose a background.').default('none'),
    left: side,
    top: side,
    width: side,
    height: side,
  })
  .transform(({ left, top, width, height, ...form }, { addIssue }) => {
    const part = readPart({ left, top, width, height });
    if (part !== undefined) return { ...form, part };
    const message = 'Choose the part of the picture again.';
    addIssue({ code: 'custom', path: ['picture'], message });
    return z.NEVER;
  });
export type SitePictureForm = z.output<typeof sitePictureForm>;

/** The form that removes a logo or a banner. */
export const sitePictureKindForm = z.object({
  kind: z.enum(sitePictureKinds, 'Choose a logo or a banner.'),
});
