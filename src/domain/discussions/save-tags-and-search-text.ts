import type { Queryable } from '#database/client.ts';
import { discussionSearch, type discussions, discussionTagRows } from '#database/schema.ts';
import { discussionConstants } from '#shared/constants/discussions/discussions.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { cutCharacters } from '#shared/format/texts/characters.ts';
import { isBlank } from '#shared/format/texts/is-blank.ts';
import type { DiscussionContent } from '#shared/schemas/discussions.ts';
import { toSearchWords } from '../lib/search/search-words.ts';

/** Checks that title and content have visible text. @throws AppError `discussion-empty`. */
export function requireText({ title, content }: DiscussionContent): void {
  const fields: Record<string, string> = {};
  if (isBlank(title)) fields.title = 'Give it a title.';
  if (isBlank(content)) fields.content = 'Write something first.';
  if (Object.keys(fields).length > 0) throw new AppError('discussion-empty', { fields });
}

/**
 * The words of a discussion for the search: one line each for title, content and game, so that a
 * term does not match across them. Normalization can turn one letter into several; each line is
 * shortened so that such texts do not make searches slow.
 */
function toSearchLines({ title, content, game }: DiscussionContent): string {
  const parts = [title, content, game].map((text) => ` ${toSearchWords(text)}`);
  return parts.map((words) => cutCharacters(words, wordsMax)).join('\n');
}

const wordsMax = 2 * discussionConstants.contentMax;

type SavedDiscussion = Pick<
  typeof discussions.$inferSelect,
  'id' | 'lastActivityAt' | 'commentCount'
>;

/** Saves the search words and tags of a discussion, in the transaction that wrote it. */
export async function saveTagsAndSearchText(
  tx: Queryable,
  { id, lastActivityAt, commentCount }: SavedDiscussion,
  content: DiscussionContent,
): Promise<void> {
  const { tags } = content;
  const words = toSearchLines(content);
  await tx
    .insert(discussionSearch)
    .values({ discussionId: id, words, tags })
    .onConflictDoUpdate({ target: discussionSearch.discussionId, set: { words, tags } });
  if (tags.length === 0) return;
  await tx
    .insert(discussionTagRows)
    .values(tags.map((tag) => ({ discussionId: id, tag, lastActivityAt, commentCount })));
}
