import { z } from 'zod';

const checkbox = z
  .string()
  .optional()
  .transform((value) => value === 'yes');

/** The form of the page /settings. */
export const settingsForm = z.object({
  isNamedInSales: checkbox,
  isInLeaderboards: checkbox,
  marketView: z.enum(['items', 'cards'], 'Choose one of the views.'),
  hasSound: checkbox,
});
