import { and, eq } from 'drizzle-orm';
import { discussionSubscriptions, discussions, users } from '#database/schema.ts';
import type { DiscussionTag } from '#shared/constants/discussion-tags.ts';
import type { Ctx } from '../context.ts';
import { type Author, authorColumns } from './author-columns.ts';
import { type DiscussedGame, gameOf } from './discussed-game.ts';
import {
  type Deletable,
  deletableBy,
  discussionGone,
  mayComment,
} from './discussion-permissions.ts';

export interface Discussion {
  id: string;
  title: string;
  content: string;
  game: DiscussedGame | null;
  tags: DiscussionTag[];
  isPrivate: boolean;
  createdAt: Date;
  /** Null while it is as it was written. */
  editedAt: Date | null;
  author: Author;
  /** How many comments it has. */
  comments: number;
  /** What who looks may do. */
  mayEdit: boolean;
  mayDelete: Deletable;
  mayComment: boolean;
  /** Whether who looks is told of new comments; null for a visitor. */
  subscribed: boolean | null;
}

/** A discussion as its page shows it; everybody may read it. @throws Refusal `discussion-gone`. */
export async function getDiscussion(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  { discussionId }: { discussionId: string },
): Promise<Discussion> {
  const [[row], subscribed] = await Promise.all([
    db
      .select({
        id: discussions.id,
        authorId: discussions.authorId,
        title: discussions.title,
        content: discussions.content,
        game: discussions.game,
        gameId: discussions.gameId,
        tags: discussions.tags,
        isPrivate: discussions.isPrivate,
        createdAt: discussions.createdAt,
        editedAt: discussions.editedAt,
        comments: discussions.commentCount,
        author: authorColumns,
      })
      .from(discussions)
      .innerJoin(users, eq(users.id, discussions.authorId))
      .where(eq(discussions.id, discussionId)),
    actor ? isSubscribed(db, discussionId, actor.id) : null,
  ]);
  if (!row) throw discussionGone();
  const { authorId, game, gameId, ...discussion } = row;
  return {
    ...discussion,
    game: gameOf({ game, gameId }),
    mayEdit: actor?.id === authorId,
    mayDelete: deletableBy(actor, authorId),
    mayComment: mayComment(actor, row),
    subscribed,
  };
}

async function isSubscribed(db: Ctx['db'], discussionId: string, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ wanted: discussionSubscriptions.wanted })
    .from(discussionSubscriptions)
    .where(
      and(
        eq(discussionSubscriptions.discussionId, discussionId),
        eq(discussionSubscriptions.userId, userId),
      ),
    );
  return row?.wanted ?? false;
}
