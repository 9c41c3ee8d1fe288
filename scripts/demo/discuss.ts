import { randomUUID } from 'node:crypto';
import { discussions } from '#database/schema.ts';
import { createDiscussion } from '#domain/discussions/create-discussion.ts';
import { postDiscussionComment } from '#domain/discussions/post-discussion-comment.ts';
import { createDiscussionInput } from '#shared/schemas/discussions.ts';
import { type Thread, threads } from './discussion-texts.ts';
import { host } from './people.ts';
import { createWorld, type DemoParts, type World } from './world.ts';

/** What is discussed today, by players with these ids; the host begins the first one. Once only. */
export async function discuss(
  parts: DemoParts,
  people: readonly { id: string; username: string }[],
): Promise<void> {
  if ((await parts.db.$count(discussions)) > 0) return;
  const world = createWorld(parts, 'discuss', new Date(parts.now.getTime() - 6 * 60 * 60 * 1000));
  const me = people.find(({ username }) => username === host.username);
  const others = people.filter((one) => one !== me).map(({ id }) => id);
  if (!me || others.length === 0) return;
  const begun: { id: string; authorId: string; thread: Thread }[] = [];
  for (const thread of threads) {
    const authorId = begun.length === 0 ? me.id : pick(world, others);
    begun.push({ id: await begin(world, authorId, thread), authorId, thread });
  }
  // Round by round, so that those with much to say stay the liveliest.
  const rounds = Math.max(...threads.map(({ comments }) => comments.length));
  for (let round = 0; round < rounds; round += 1) {
    for (const { id, authorId, thread } of begun) {
      const text = thread.comments[round];
      if (text === undefined) continue;
      const speaker = thread.isPrivate ? authorId : pick(world, others);
      await say(world, speaker, { discussionId: id, text });
    }
  }
  await world.ctx.notifier.flush();
}

async function begin(world: World, authorId: string, thread: Thread): Promise<string> {
  const { isPrivate = false, tags, comments: _, ...said } = thread;
  const form = { ...said, tags: tags.join(), isPrivate: String(isPrivate), key: randomUUID() };
  world.wait(60_000 + world.integer(240_000));
  const input = createDiscussionInput.parse(form);
  return world.as(authorId, async () => (await createDiscussion(world.ctx, input)).id);
}

async function say(world: World, speaker: string, comment: { discussionId: string; text: string }) {
  world.wait(20_000 + world.integer(160_000));
  const form = { ...comment, key: randomUUID() };
  await world.as(speaker, () => postDiscussionComment(world.ctx, form));
}

function pick(world: World, list: readonly string[]): string {
  return list[world.integer(list.length)] as string;
}
