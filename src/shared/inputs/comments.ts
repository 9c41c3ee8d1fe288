import { z } from 'zod';
import { profileComment } from '../limits.ts';
import { idempotencyKeyInput } from './money.ts';
import { pageNumber } from './paging.ts';
import { writtenText } from './written-text.ts';

/** spec 5: at most 750 characters; whether it is blank is the rule's to say. */
const commentText = z
  .string()
  .default('')
  .transform(writtenText)
  .pipe(z.string().max(profileComment.max, `At most ${profileComment.max} characters.`));

export const postCommentInput = z.object({ key: idempotencyKeyInput, text: commentText });

export const commentIdInput = z.object({ commentId: z.uuid('This comment is no longer there.') });

/** A profile's address: `?page=…` of its comments, `?delete=…` to be asked before one is deleted. */
export const commentsQuery = z.object({
  page: pageNumber(profileComment.pageMax),
  delete: z.uuid().nullable().catch(null).default(null),
});
