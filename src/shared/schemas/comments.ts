import { z } from 'zod';
import { profileCommentConstants } from '../constants/comments.ts';
import { atMostText } from '../format/texts/characters.ts';
import { idempotencyKeyInput } from './fields/idempotency-key.ts';
import { normalizeText } from './fields/normalize-text.ts';
import { pageNumber } from './fields/paging.ts';

/** At most 750 characters. The use case rejects a blank text. */
const commentText = z
  .string()
  .default('')
  .transform(normalizeText)
  .pipe(z.string().max(profileCommentConstants.max, atMostText(profileCommentConstants.max)));

export const postCommentInput = z.object({ key: idempotencyKeyInput, text: commentText });

export const commentIdInput = z.object({ commentId: z.uuid('This comment is no longer there.') });

/** The query of a profile: `?page=…` of its comments, `?delete=…` shows the confirmation for a comment. */
export const commentsQuery = z.object({
  page: pageNumber(profileCommentConstants.pageMax),
  delete: z.uuid().nullable().catch(null).default(null),
});
