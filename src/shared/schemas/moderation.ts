import { z } from 'zod';
import { usernameConstants } from '../constants/accounts.ts';
import { moderationConstants } from '../constants/moderation.ts';
import { moderationActions } from '../constants/moderation-actions.ts';
import { pageNumber } from './paging.ts';
import { withoutDirectionControls } from './written-text.ts';

const { reasonMin, reasonMax, suspensionDays } = moderationConstants;

/** Why something is done: the log keeps it, and a suspended player reads it. */
export const reasonInput = z
  .string('Give a reason.')
  // A form sends line ends as two characters, of which the writer typed one.
  .overwrite((text) => withoutDirectionControls(text).replaceAll('\r\n', '\n').trim())
  .min(reasonMin, `Give a reason of at least ${reasonMin} characters.`)
  .max(reasonMax, `At most ${reasonMax} characters.`)
  .refine((text) => !/(?!\n)\p{Cc}/u.test(text), 'This has characters that nobody can see.');

/** `days` 0 is without end. */
export const suspendInput = z.object({
  reason: reasonInput,
  days: z.coerce
    .number('Choose how long.')
    .refine((days) => suspensionDays.some((one) => one === days), 'Choose how long.'),
});

export const restoreInput = z.object({ reason: reasonInput });

export const giveRoleInput = z.object({ reason: reasonInput });

/** The moderators' way to delete a comment. */
export const deleteCommentInput = z.object({
  commentId: z.uuid('This comment is no longer there.'),
  reason: reasonInput,
});

/** The log's address: `?of=…&act=…&page=…`; what cannot be read counts as left out. */
export const logQuery = z.object({
  of: z
    .string()
    .trim()
    .regex(/^[\w-]+$/)
    .max(usernameConstants.max)
    .nullable()
    .catch(null)
    .default(null),
  act: z.enum(moderationActions).nullable().catch(null).default(null),
  page: pageNumber(moderationConstants.pageMax),
});

/** The address of the file service's keys: `?secret`, of any value, to be shown the secret one. */
export const serviceKeysQuery = z.object({ secret: z.string().nullable().default(null) });

/** The moderators' way to delete a discussion. */
export const deleteDiscussionInput = z.object({ reason: reasonInput });
