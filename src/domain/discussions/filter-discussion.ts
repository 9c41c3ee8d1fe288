import type { discussions } from '#database/schema.ts';
import type { DiscussionContent } from '#shared/schemas/discussions.ts';
import type { Ctx } from '../context.ts';
import { checkText, type FilterVerdict } from '../site/filters/check-text.ts';

/** Checks the texts of a discussion, see `checkText`. @throws AppError `text-refused`. */
export function checkDiscussion(
  ctx: Ctx,
  { title, content, game }: DiscussionContent,
): Promise<FilterVerdict | null> {
  return checkText(ctx, { title, content, game });
}

/** A discussion as a case names it. */
export function toFilteredDiscussion(
  {
    id,
    authorId,
    title,
    content,
  }: Pick<typeof discussions.$inferSelect, 'id' | 'authorId' | 'title' | 'content'>,
  at: Date,
) {
  return { kind: 'discussion', thing: id, authorId, copy: `${title}\n\n${content}`, at } as const;
}
