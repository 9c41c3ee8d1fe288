import { z } from 'zod';
import { checkbox } from './settings.ts';

/** The forms of the page /settings/data. */
export const dataSettingsForm = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('export') }),
  z.object({
    intent: z.literal('delete'),
    username: z.string().trim().max(64),
    removesTexts: checkbox,
  }),
]);
