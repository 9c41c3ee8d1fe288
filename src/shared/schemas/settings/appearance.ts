import { z } from 'zod';
import { listConstants } from '../../constants/lists.ts';
import {
  type Appearance,
  clocks,
  dateFormats,
  motions,
  numberFormats,
  textSizes,
  themes,
} from '../../constants/site/appearance.ts';

const theme = z.enum(themes, 'Choose one of the themes.');

/** How an account sees all pages, as it is stored. */
export const appearance: z.ZodType<Appearance> = z.object({
  theme: theme.nullable(),
  motion: z.enum(motions),
  textSize: z.enum(textSizes),
  dateFormat: z.enum(dateFormats),
  clock: z.enum(clocks),
  numberFormat: z.enum(numberFormats),
  itemsPerPage: z.number().int().nullable(),
});

/** The fields of a form that choose the appearance. What is not sent stays as it is. */
export const appearanceFields = z
  .object({
    theme: z
      .literal('')
      .transform(() => null)
      .or(theme),
    motion: z.enum(motions, 'Choose one of the choices for motion.'),
    textSize: z.enum(textSizes, 'Choose one of the text sizes.'),
    dateFormat: z.enum(dateFormats, 'Choose one of the date formats.'),
    clock: z.enum(clocks, 'Choose one of the clocks.'),
    numberFormat: z.enum(numberFormats, 'Choose one of the number formats.'),
    itemsPerPage: z
      .enum(['', ...listConstants.perPageChoices.map(String)], 'Choose one of the numbers.')
      .transform((text) => (text === '' ? null : Number(text))),
  })
  .partial();

/** The theme switch of the account menu. */
export const themeForm = z.object({ theme });
