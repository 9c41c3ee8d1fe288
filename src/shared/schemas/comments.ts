import { z } from 'zod';
import { profileCommentConstants } from '../constants/comments.ts';
import { pageNumber } from './paging.ts';
import { idempotencyKeyInput } from './wallet.ts';
import { writtenText } from './written-text.ts';

/** At most 750 characters; whether it is blank is the rule's to say. */
const commentText = z
  .string()
  .default('')
  .transform(writtenText)
  .pipe(
    z
      .string()
      .max(profileCommentConstants.max, `At most ${profileCommentConstants.max} characters.`),
  );

export const postCommentInput = z.object({ key: idempotencyKeyInput, text: commentText });

export const commentIdInput = z.object({ commentId: z.uuid('This comment is no longer there.') });

/** A profile's address: `?page=…` of its comments, `?delete=…` to be asked before one is deleted. */
export const commentsQuery = z.object({
  page: pageNumber(profileCommentConstants.pageMax),
  delete: z.uuid().nullable().catch(null).default(null),
});
