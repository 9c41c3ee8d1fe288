import { randomUUID } from 'node:crypto';
import { discussions } from '#database/schema.ts';
import { postDiscussionComment } from '#domain/discussions/comments/post-discussion-comment.ts';
import { createDiscussion } from '#domain/discussions/create-discussion.ts';
import { type Thread, threads } from '#domain/example-community/discussion-texts.ts';
import { createDiscussionInput } from '#shared/schemas/discussions.ts';
import { demoLogin } from './demo-players.ts';
import { createDemoSession, type DemoParts, type DemoSession } from './demo-session.ts';

/** Creates discussions of today by these players, unless some exist. The demo account starts the first one. */
export async function createDemoDiscussions(
  parts: DemoParts,
  people: readonly { id: string; username: string }[],
): Promise<void> {
  if ((await parts.db.$count(discussions)) > 0) return;
  const session = createDemoSession(
    parts,
    'discuss',
    new Date(parts.now.getTime() - 6 * 60 * 60 * 1000),
  );
  const me = people.find(({ username }) => username === demoLogin.username);
  const others = people.filter((one) => one !== me).map(({ id }) => id);
  if (!me || others.length === 0) return;
  const created: { id: string; authorId: string; thread: Thread }[] = [];
  for (const thread of threads) {
    const authorId = created.length === 0 ? me.id : pick(session, others);
    created.push({ id: await create(session, authorId, thread), authorId, thread });
  }
  // One comment for each discussion in a round, so that the longest have the latest activity.
  const rounds = Math.max(...threads.map(({ comments }) => comments.length));
  for (let round = 0; round < rounds; round += 1) {
    for (const { id, authorId, thread } of created) {
      const text = thread.comments[round];
      if (text === undefined) continue;
      const author = thread.isPrivate ? authorId : pick(session, others);
      await comment(session, author, { discussionId: id, text });
    }
  }
  await session.ctx.notifier.flush();
}

async function create(session: DemoSession, authorId: string, thread: Thread): Promise<string> {
  const { isPrivate = false, tags, comments: _, ...content } = thread;
  const form = { ...content, tags: tags.join(), isPrivate: String(isPrivate), key: randomUUID() };
  session.wait(60_000 + session.integer(240_000));
  const input = createDiscussionInput.parse(form);
  return session.as(authorId, async () => (await createDiscussion(session.ctx, input)).id);
}

async function comment(
  session: DemoSession,
  authorId: string,
  content: { discussionId: string; text: string },
) {
  session.wait(20_000 + session.integer(160_000));
  const form = { ...content, key: randomUUID() };
  await session.as(authorId, () => postDiscussionComment(session.ctx, form));
}

function pick(session: DemoSession, list: readonly string[]): string {
  return list[session.integer(list.length)] as string;
}
