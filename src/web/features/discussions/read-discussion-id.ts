import { AppError } from '#shared/errors/app-error.ts';
import { readDiscussionId } from '#shared/schemas/discussions.ts';

/** The discussion that an address names. @throws Refusal `discussion-gone` for what is no id. */
export function discussionId(text: string | undefined): string {
  const id = readDiscussionId(text);
  if (id === null) throw new AppError('discussion-gone');
  return id;
}
