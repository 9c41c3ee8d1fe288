import { randomUUID } from 'node:crypto';
import type { Database } from '#db/client.ts';
import type { Actor, Ctx } from '#domain/context.ts';
import { createDiscussion } from '#domain/discussions/create-discussion.ts';
import { postDiscussionComment } from '#domain/discussions/post-discussion-comment.ts';
import type { DiscussionContent } from '#shared/inputs/discussions.ts';
import { createPlayer } from './factories.ts';
import { signedIn } from './sign-in.ts';
import { createWeb } from './web.ts';

/** The application, people with browsers, and what they discuss. */
export function discussionScene(db: Database) {
  const web = createWeb(db);
  const as = (actor: Actor): Ctx => ({ ...web.ctx, actor });
  return {
    web,
    /** Somebody, and their browser. */
    async join(role?: Actor['role']) {
      const actor = await createPlayer(db, { role });
      return { actor, browser: await signedIn(web, actor.id) };
    },
    /** Begins a discussion; answers its id. */
    async begin(author: Actor, content: Partial<DiscussionContent> = {}): Promise<string> {
      const { id } = await createDiscussion(as(author), {
        key: randomUUID(),
        title: 'Which ending?',
        content: 'I cannot decide.',
        game: '',
        tags: [],
        isPrivate: false,
        ...content,
      });
      return id;
    },
    /** Comments in it; answers the comment's id. */
    async say(actor: Actor, discussionId: string, text = 'The second.'): Promise<string> {
      const comment = { discussionId, text, key: randomUUID() };
      return (await postDiscussionComment(as(actor), comment)).id;
    },
  };
}

/** What a browser without script says that it takes. */
export const plain = { Accept: 'text/html,application/xhtml+xml' };
