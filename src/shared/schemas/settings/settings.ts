import { z } from 'zod';
import { marketViews } from '../../constants/market/market-view.ts';
import { audiences, messageAudiences, requestAudiences } from '../../constants/privacy.ts';
import { appearanceFields } from './appearance.ts';
/** A checkbox, whose value is `yes`. A form does not send one that is not checked. */
export const checkbox = z
  .string()
  .optional()
  .transform((value) => value === 'yes');

const audience = z.enum(audiences, 'Choose one of the list.');
const marketView = z.enum(marketViews, 'Choose one of the views.');

/** The form of the page /settings/privacy. */
export const privacyForm = z.object({
  inventoryVisibility: audience,
  gamesVisibility: audience,
  friendsVisibility: audience,
  activityVisibility: audience,
  presenceVisibility: audience,
  friendRequestsFrom: z.enum(requestAudiences, 'Choose one of the list.'),
  messagesFrom: z.enum(messageAudiences, 'Choose one of the list.'),
  isNamedInSales: checkbox,
  isInLeaderboards: checkbox,
  isInSearchEngines: checkbox,
});

/** The form of the page /settings. */
export const settingsForm = z.object({
  marketView,
  hasSound: checkbox,
  ...appearanceFields.shape,
});

/** The web session that a form ends. */
export const sessionForm = z.object({ sessionId: z.uuid() });

/** The API key that a form changes. */
export const ownApiKeyForm = z.object({ keyId: z.string().regex(/^[0-9a-f]{24}$/) });

/** The loginId that a form ends, by the id of its row. */
export const loginIdForm = z.object({ loginIdId: z.uuid() });

/** The switch of the market's views. */
export const marketViewForm = z.object({ marketView });
