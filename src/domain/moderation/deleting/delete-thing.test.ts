import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { discussionComments, discussions, moderationLog } from '#database/schema.ts';
import { deleteDiscussionInput } from '#shared/schemas/moderation/moderation.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import type { Actor } from '../../actor.ts';
import { postDiscussionComment } from '../../discussions/comments/post-discussion-comment.ts';
import { createDiscussion } from '../../discussions/create-discussion.ts';
import { deleteThing } from './delete-thing.ts';

const database = useDatabase();

const as = (actor: Actor) => ({ ...createTestCtx(database.db), actor });

test('a moderator deletes a discussion and a comment, and the log stores their texts and the reason', async () => {
  const [author, other] = [await createPlayer(database.db), await createPlayer(database.db)];
  const moderator = await createPlayer(database.db, { role: 'moderator' });
  const { id: discussionId } = await createDiscussion(as(author), {
    title: 'Cheap coins',
    content: 'Write to me.',
    game: '',
    tags: ['Help'],
    isPrivate: false,
    key: randomUUID(),
  });
  const { id: commentId } = await postDiscussionComment(as(other), {
    discussionId,
    text: 'Do not.',
    key: randomUUID(),
  });
  const { reason } = deleteDiscussionInput.parse({ reason: ' advertising ' });
  await deleteThing(as(moderator), { kind: 'discussion-comment', thing: commentId, reason });
  await deleteThing(as(moderator), { kind: 'discussion', thing: discussionId, reason });
  expect(await database.db.$count(discussions)).toBe(0);
  expect(await database.db.$count(discussionComments)).toBe(0);
  expect(await database.db.select().from(moderationLog).orderBy(moderationLog.id)).toMatchObject([
    {
      act: 'delete-comment',
      moderatorId: moderator.id,
      targetId: other.id,
      reason: 'advertising',
      details: { text: 'Do not.', author: other.username, discussion: 'Cheap coins' },
    },
    {
      act: 'delete-discussion',
      targetId: author.id,
      reason: 'advertising',
      details: { title: 'Cheap coins', text: 'Write to me.', author: author.username, comments: 0 },
    },
  ]);
});
