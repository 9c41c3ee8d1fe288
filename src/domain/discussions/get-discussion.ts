import { and, eq, sql } from 'drizzle-orm';
import { boolean } from '#database/column-types.ts';
import { prepareSelect } from '#database/prepared-select.ts';
import { discussionSubscriptions, discussions, users } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import type { DiscussionTag } from '#shared/constants/discussions/discussion-tags.ts';
import type { Ctx } from '../context.ts';
import { type HiddenState, readHiddenStates } from '../lib/hiding/hidden-state.ts';
import { mayReadHidden } from '../lib/hiding/who-sees-hidden.ts';
import { isInSearchEngines } from '../privacy/privacy-conditions.ts';
import { requirePart } from '../site/site-parts.ts';
import { type Author, authorColumns } from './author-columns.ts';
import { type DiscussedGame, toDiscussedGame } from './discussed-game.ts';
import {
  type Deletable,
  discussionGoneError,
  getDeletable,
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
  /** Null when it was never edited. */
  editedAt: Date | null;
  author: Author;
  /** Whether search engines may name the author. */
  isAuthorInSearchEngines: boolean;
  /** The number of comments that are not hidden. */
  comments: number;
  /** Null if everybody may see it. */
  hidden: HiddenState | null;
  /** What the actor may do. A hidden discussion can only be deleted. */
  mayEdit: boolean;
  mayDelete: Deletable;
  mayComment: boolean;
  /** Whether the actor is notified of new comments; null for a visitor. */
  subscribed: boolean | null;
}

/**
 * Reads a discussion for its page. Everybody may read it; a hidden one only its author and moderators.
 * @throws AppError `discussion-gone`.
 */
export async function getDiscussion(
  ctx: Pick<Ctx, 'db' | 'actor' | 'clock' | 'readCache'>,
  { discussionId }: { discussionId: string },
): Promise<Discussion> {
  const { db, actor } = ctx;
  await requirePart(ctx, 'discussions');
  const [row] = await readDiscussion(db, { discussionId, actorId: actor?.id ?? null });
  if (!row) throw discussionGoneError();
  const { authorId, game, gameId, subscribed, hiddenCause, hiddenAt, hiddenLogId, ...discussion } =
    row;
  if (hiddenCause !== null && !mayReadHidden(actor, authorId)) throw discussionGoneError();
  const [hidden = null] = await readHiddenStates(db, [row]);
  return {
    ...discussion,
    game: toDiscussedGame({ game, gameId }),
    hidden,
    mayEdit: actor?.id === authorId && !hidden,
    mayDelete: getDeletable(actor, authorId),
    mayComment: mayComment(actor, row) && !hidden,
    subscribed: actor && (subscribed ?? false),
  };
}

const readDiscussion = prepareSelect('get-discussion', (db) =>
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
      hiddenCause: discussions.hiddenCause,
      hiddenAt: discussions.hiddenAt,
      hiddenLogId: discussions.hiddenLogId,
      author: authorColumns,
      isAuthorInSearchEngines: typedSql(boolean, isInSearchEngines(users.id)),
      subscribed: discussionSubscriptions.wanted,
    })
    .from(discussions)
    .innerJoin(users, eq(users.id, discussions.authorId))
    .leftJoin(
      discussionSubscriptions,
      and(
        eq(discussionSubscriptions.discussionId, discussions.id),
        eq(discussionSubscriptions.userId, sql.placeholder('actorId')),
      ),
    )
    .where(eq(discussions.id, sql.placeholder('discussionId'))),
);
