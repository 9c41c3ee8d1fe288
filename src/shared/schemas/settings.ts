import { z } from 'zod';
import { marketViews } from '../constants/market-view.ts';
import { appearanceFields } from './appearance.ts';

/** A checkbox, whose value is `yes`. A form does not send one that is not checked. */
export const checkbox = z
  .string()
  .optional()
  .transform((value) => value === 'yes');

const marketView = z.enum(marketViews, 'Choose one of the views.');

/** The form of the page /settings. */
export const settingsForm = z.object({
  isNamedInSales: checkbox,
  isInLeaderboards: checkbox,
  marketView,
  hasSound: checkbox,
  ...appearanceFields.shape,
});

/** The switch of the market's views. */
export const marketViewForm = z.object({ marketView });
