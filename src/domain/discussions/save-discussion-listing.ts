import type { Queryable } from '#database/client.ts';
import { discussionSearch, type discussions, discussionTagRows } from '#database/schema.ts';
import { discussionConstants } from '#shared/constants/discussions.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isBlank } from '#shared/format/is-blank.ts';
import type { DiscussionContent } from '#shared/schemas/discussions.ts';
import { searchWords } from '../lib/search-words.ts';

/** @throws Refusal `discussion-empty` when there is nothing to read in the title or the content. */
export function requireText({ title, content }: DiscussionContent): void {
  const fields: Record<string, string> = {};
  if (isBlank(title)) fields.title = 'Give it a title.';
  if (isBlank(content)) fields.content = 'Write something first.';
  if (Object.keys(fields).length > 0) throw new AppError('discussion-empty', { fields });
}

/**
 * Where a search looks: a line each, so that no term is found across two of them. Some letters become many
 * when they are made plain; nobody makes searches dear by writing those alone.
 */
function wordsOf({ title, content, game }: DiscussionContent): string {
  const parts = [title, content, game].map((text) => ` ${searchWords(text)}`);
  return parts.map((words) => words.slice(0, wordsMax)).join('\n');
}

const wordsMax = 2 * discussionConstants.contentMax;

type Saved = Pick<typeof discussions.$inferSelect, 'id' | 'lastActivityAt' | 'commentCount'>;

/** Makes a discussion found by its words and listed under its tags, in the transaction that wrote it. */
export async function saveListing(
  tx: Queryable,
  { id, lastActivityAt, commentCount }: Saved,
  content: DiscussionContent,
): Promise<void> {
  const { tags } = content;
  const words = wordsOf(content);
  await tx
    .insert(discussionSearch)
    .values({ discussionId: id, words, tags })
    .onConflictDoUpdate({ target: discussionSearch.discussionId, set: { words, tags } });
  if (tags.length === 0) return;
  await tx
    .insert(discussionTagRows)
    .values(tags.map((tag) => ({ discussionId: id, tag, lastActivityAt, commentCount })));
}
