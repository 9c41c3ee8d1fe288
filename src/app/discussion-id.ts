import { readDiscussionId } from '#shared/inputs/discussions.ts';
import { Refusal } from '#shared/refusals.ts';

/** The discussion that an address names. @throws Refusal `discussion-gone` for what is no id. */
export function discussionId(text: string | undefined): string {
  const id = readDiscussionId(text);
  if (id === null) throw new Refusal('discussion-gone');
  return id;
}
