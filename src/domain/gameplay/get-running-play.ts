import { and, desc, eq, gt, gte, isNull } from 'drizzle-orm';
import { cardDraws, cardKinds, games, playSessions } from '#database/schema.ts';
import { gameplayConstants } from '#shared/constants/gameplay.ts';
import { selectCardPicture } from '../card-sets/card-picture.ts';
import type { Ctx } from '../context.ts';
import { requireActor } from '../permissions/require-actor.ts';
import { toPlayState } from './play-state.ts';

/**
 * Returns the game that the actor is playing, its play state and the newest cards of the session; null if no
 * session is active. @throws AppError `login-required`.
 */
export async function getRunningPlay(ctx: Ctx) {
  const { id: userId } = requireActor(ctx);
  const now = ctx.clock.now();
  const [session] = await ctx.db
    .select({
      gameId: playSessions.gameId,
      game: games.name,
      startedAt: playSessions.startedAt,
      cycleStartedAt: playSessions.cycleStartedAt,
    })
    .from(playSessions)
    .innerJoin(games, eq(games.id, playSessions.gameId))
    .where(
      and(
        eq(playSessions.userId, userId),
        isNull(playSessions.endedAt),
        gt(playSessions.lastCallAt, new Date(now.getTime() - gameplayConstants.endAfterIdleMs)),
      ),
    );
  if (!session) return null;
  const { gameId, game, startedAt } = session;
  // An account has one session at a time, so the session's cards are its newest draws.
  const newest = ctx.db
    .select()
    .from(cardDraws)
    .where(eq(cardDraws.userId, userId))
    .orderBy(desc(cardDraws.id))
    .limit(gameplayConstants.sessionCardsMax)
    .as('newest');
  const cards = await ctx.db
    .select({
      id: newest.cardId,
      kindId: newest.kindId,
      name: cardKinds.name,
      rarity: cardKinds.rarity,
      picture: selectCardPicture(newest.gameId),
    })
    .from(newest)
    .innerJoin(cardKinds, eq(cardKinds.id, newest.kindId))
    .where(and(eq(newest.gameId, gameId), gte(newest.drawnAt, startedAt)))
    .orderBy(desc(newest.id));
  return { gameId, game, cards, ...(await toPlayState(session, ctx)) };
}

/** The game that an account is playing. */
export type RunningPlay = NonNullable<Awaited<ReturnType<typeof getRunningPlay>>>;
