import { type SQLWrapper, sql } from 'drizzle-orm';
import { z } from 'zod';
import { gameplayConstants } from '#shared/constants/gameplay.ts';
import { json, nullable } from '../column-types.ts';
import { games, playSessions } from '../schema.ts';
import { typedSql } from '../typed-sql.ts';

const currentGame = z.object({ id: z.int(), name: z.string() });

export const currentGameType = json(currentGame);

/** The game that a player is playing now. */
export type CurrentGame = z.infer<typeof currentGame>;

/**
 * The game of an account's active play session at `now`, an ISO time. Null without one, and for a hidden game.
 * Who may see it is the question of `canSeeCurrentGame`.
 */
export function selectCurrentGame(userId: SQLWrapper, now: SQLWrapper | string) {
  return typedSql(
    nullable(currentGameType),
    // With names of its own it works in every query: the query builder shortens those of its columns.
    sql`(select jsonb_build_object('id', game.id, 'name', game.name)
      from ${playSessions} as session join ${games} as game on game.id = session.game_id
      where session.user_id = ${userId} and session.ended_at is null
        and session.last_call_at > ${now}::timestamptz
          - ${sql.raw(String(gameplayConstants.endAfterIdleMs))} * interval '1 millisecond'
        and not game.is_hidden)`,
  );
}
