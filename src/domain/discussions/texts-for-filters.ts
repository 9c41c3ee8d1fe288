import type { discussions } from '#database/schema.ts';
import type { DiscussionContent } from '#shared/schemas/discussions.ts';

/** The texts of a discussion that filters check, by the names of their fields. */
export function listTexts({ title, content, game }: DiscussionContent) {
  return { title, content, game };
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
