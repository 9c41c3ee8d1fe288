import { randomUUID } from 'node:crypto';
import type { Actor, Ctx } from '#domain/context.ts';
import { createDiscussion } from '#domain/discussions/create-discussion.ts';
import { postDiscussionComment } from '#domain/discussions/post-discussion-comment.ts';
import type { DiscussionContent } from '#shared/inputs/discussions.ts';

/** What a discussion says, where a test does not care. */
export const someContent: DiscussionContent = {
  title: 'Best map?',
  content: 'Mine is the canal.',
  game: '',
  tags: [],
  isPrivate: false,
};

/** Begins a discussion; answers its id. */
export async function beginDiscussion(
  ctx: Ctx,
  author: Actor,
  content: Partial<DiscussionContent> = {},
): Promise<string> {
  const form = { ...someContent, ...content, key: randomUUID() };
  return (await createDiscussion({ ...ctx, actor: author }, form)).id;
}

/** Says something in a discussion; answers the comment's id. */
export async function say(
  ctx: Ctx,
  author: Actor,
  discussionId: string,
  text = 'The harbour!',
): Promise<string> {
  const form = { discussionId, text, key: randomUUID() };
  return (await postDiscussionComment({ ...ctx, actor: author }, form)).id;
}
