import { z } from 'zod';
import { dateForms } from '../constants/csv.ts';
import { cardFields } from './card-sets.ts';
import { pictureText, typedPrice } from './own-games.ts';

const time = z
  .string()
  .trim()
  .pipe(z.iso.datetime({ offset: true, error: 'Enter a time such as 2026-12-24T18:00Z.' }))
  .transform((text) => new Date(text));

/** A sale in a file with games. */
export const fileSale = z.object({ startsAt: time, endsAt: time, price: typedPrice });

/** The texts of a card in a file with games. */
export const fileCard = cardFields.pick({
  name: true,
  description: true,
  rarity: true,
  glyph: true,
});

/** The text of a picture in a file with games. */
export const filePicture = z.object({ text: pictureText });

/** The form with a file with games. */
export const gameFileInput = z.object({
  dates: z.enum(dateForms, 'Choose how dates are written.').default('year-first'),
});
