import { AppError } from '#shared/errors/app-error.ts';
import { parseDiscussionId } from '#shared/schemas/discussions.ts';

/** Returns the discussion id in a path. @throws AppError `discussion-gone` for a text that is not an id. */
export function requireDiscussionId(text: string | undefined): string {
  const id = parseDiscussionId(text);
  if (id === null) throw new AppError('discussion-gone');
  return id;
}
