import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { gameDevelopers, gamePublishers, moderationLog } from '#database/schema.ts';
import { createOwnGame } from '#domain/catalog/own-games/save-own-game.ts';
import { postProfileComment } from '#domain/comments/post-profile-comment.ts';
import { createOffer } from '#domain/trades/create-offer.ts';
import { ownGameInput } from '#shared/schemas/own-games.ts';
import { createTestComment, createTestDiscussion } from '../fixtures/create-discussion.ts';
import { createPlayer } from '../fixtures/factories.ts';
import { createPicture } from '../fixtures/gallery.ts';
import { createReportActions } from '../fixtures/reports.ts';
import type { MatrixFixture, Owner } from './matrix-fixture.ts';

/** Things of an owner that routes name by their ids. */
export interface OwnersThings {
  discussionId: string;
  /** A comment of the owner in the discussion. */
  commentId: string;
  pictureId: string;
  /** An open trade offer of the owner to the friend. */
  offerId: string;
  /** A case about a comment of the owner on the profile of another player. */
  caseId: string;
  /** A warning of a moderator. */
  actId: string;
}

/** Creates the things of an owner. */
export async function createThings(
  { ctx, actors }: MatrixFixture,
  { actor, audience, gameId }: Owner,
): Promise<OwnersThings> {
  const { friend } = actors;
  if (!friend) throw new Error('The friend has an account.');
  const owner = { ...ctx, actor };
  const discussionId = await createTestDiscussion(ctx, actor, { title: `By ${actor.username}` });
  const commentId = await createTestComment(ctx, actor, discussionId);
  const { id: profileCommentId } = await postProfileComment(owner, {
    username: (await createPlayer(ctx.db)).username,
    text: 'Well played',
    key: randomUUID(),
  });
  const { offerId } = await createOffer(owner, {
    username: friend.username,
    give: [],
    want: [{ gameId, kindId: `matrix-other-${audience}`, copies: 1 }],
    message: '',
    key: randomUUID(),
  });
  const reports = createReportActions({ db: ctx.db });
  await reports.report(await reports.as('player'), profileCommentId);
  const [reported] = await reports.findCases(profileCommentId);
  const [warning] = await ctx.db
    .insert(moderationLog)
    .values({ act: 'warn', targetId: actor.id, reason: 'Rude', at: ctx.clock.now() })
    .returning({ id: moderationLog.id });
  return {
    discussionId,
    commentId,
    pictureId: await createPicture(ctx, { userId: actor.id }),
    offerId,
    caseId: reported?.id ?? '',
    actId: warning?.id ?? '',
  };
}

/** Creates a game of the site with its companies. */
export async function createSiteGame({ ctx, actors }: MatrixFixture) {
  const input = ownGameInput.parse({
    name: `Matrix ${randomUUID()}`,
    developers: 'Matrix Works',
    publishers: 'Matrix House',
  });
  const { gameId } = await createOwnGame({ ...ctx, actor: actors.editor }, input);
  const [developer] = await ctx.db
    .select({ id: gameDevelopers.developerId })
    .from(gameDevelopers)
    .where(eq(gameDevelopers.gameId, gameId));
  const [publisher] = await ctx.db
    .select({ id: gamePublishers.publisherId })
    .from(gamePublishers)
    .where(eq(gamePublishers.gameId, gameId));
  return { gameId, developerId: developer?.id ?? 0, publisherId: publisher?.id ?? 0 };
}
