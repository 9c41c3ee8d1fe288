import { z } from 'zod';
import { pairOrders, tradingViews } from '../../constants/market/trading-pairs.ts';
import { moderationConstants } from '../../constants/moderation/moderation.ts';
import { moderationActions } from '../../constants/moderation/moderation-actions.ts';
import { hideableOnPages } from '../../constants/moderation/reports.ts';
import { adminActions, adminLogConstants } from '../../constants/site/admin-actions.ts';
import { atMostText } from '../../format/texts/characters.ts';
import { searchTerm } from '../fields/list-query.ts';
import { removeDirectionControls } from '../fields/normalize-text.ts';
import { ofAccount } from '../fields/of-account.ts';
import { pageNumber } from '../fields/paging.ts';
import { chosenNumber } from '../fields/whole-number.ts';

const { reasonMin, reasonMax, suspensionDays } = moderationConstants;

/** The reason of an action. It is stored in the moderation log, and a suspended player reads it. */
export const reasonInput = z
  .string('Give a reason.')
  // Forms send each line end as two characters.
  .overwrite((text) => removeDirectionControls(text).replaceAll('\r\n', '\n').trim())
  .min(reasonMin, `Give a reason of at least ${reasonMin} characters.`)
  .max(reasonMax, atMostText(reasonMax))
  .refine((text) => !/(?!\n)\p{Cc}/u.test(text), 'This has characters that nobody can see.');

/** `days` 0 means without end. */
export const suspendInput = z.object({
  reason: reasonInput,
  days: chosenNumber(suspensionDays, 'Choose how long.'),
});

export const restoreInput = z.object({ reason: reasonInput });

export const giveRoleInput = z.object({ reason: reasonInput });

/** The forms that give and take a further role. */
export const furtherRoleInput = z.object({
  role: z.string('Choose a role.').min(1, 'Choose a role.').max(50, 'Choose a role.'),
  reason: reasonInput,
});

/** The form by which moderators delete a comment. */
export const deleteCommentInput = z.object({
  commentId: z.uuid('This comment is no longer there.'),
  reason: reasonInput,
});

/** The query of the moderation log: `?of=…&by=…&q=…&act=…&page=…`. Invalid values are ignored. */
export const logQuery = z.object({
  of: ofAccount,
  by: ofAccount,
  q: searchTerm(),
  act: z.enum(moderationActions).nullable().catch(null).default(null),
  page: pageNumber(moderationConstants.pageMax),
});

/** The query of the admin log: `?of=…&q=…&act=…&page=…`. Invalid values are ignored. */
export const adminLogQuery = z.object({
  of: ofAccount,
  q: searchTerm(),
  act: z.enum(adminActions).nullable().catch(null).default(null),
  page: pageNumber(adminLogConstants.pageMax),
});

/** The query of the trading pairs: `?view=…&of=…&order=…&page=…`. Invalid values are ignored. */
export const tradingPairsQuery = z.object({
  view: z.enum(tradingViews).catch(tradingViews[0]).default(tradingViews[0]),
  of: ofAccount,
  order: z.enum(pairOrders).catch(pairOrders[0]).default(pairOrders[0]),
  page: pageNumber(moderationConstants.pageMax),
});

/** The query of the service keys: `?secret` with any value shows the secret key. */
export const serviceKeysQuery = z.object({ secret: z.string().nullable().default(null) });

/** The query of the page that hides a thing: `?kind=…&thing=…&back=…`. */
export const hideQuery = z.object({
  kind: z.enum(hideableOnPages),
  thing: z.uuid(),
  back: z.string().max(500).catch('').default(''),
});

/** The forms that hide a thing and that take an act back. */
export const hideInput = z.object({ reason: reasonInput });
export const undoInput = z.object({ reason: reasonInput });

/** The form that restores a thing. `actId` is the act that the moderator saw. */
export const restoreThingInput = z.object({
  actId: z.uuid('There is no such act.'),
  reason: reasonInput,
});

/** The id of an entry of the log in a path. */
export const actIdInput = z.uuid();

/** The form by which moderators delete a discussion. */
export const deleteDiscussionInput = z.object({ reason: reasonInput });
