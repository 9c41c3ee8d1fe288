import { sql } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { bigintText } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { adminLog } from '#database/schema.ts';
import { setGameHidden } from '#domain/moderation/hidden-games/set-game-hidden.ts';
import { type OperationContext, pick, runInTabs } from './operation-context.ts';
import type { OperationKind } from './operations.ts';
import { createRequestCtx } from './request-contexts.ts';
import { runUntilAnswered } from './simulation-state.ts';

type HidingKind = Extract<OperationKind, 'hide-game'>;

/** Catalog editors hide games of the site, and show them again, while their cards are traded. */
export const hidingOperations: Record<HidingKind, (context: OperationContext) => Promise<unknown>> =
  {
    async 'hide-game'({ worker, operation, at }) {
      const { keyedGameId, cardSetGameId, moderator } = worker.world;
      const gameId = pick([keyedGameId, cardSetGameId], operation.choice) ?? 0;
      // Mostly shown, so that the cards are traded.
      const isHidden = operation.cents % 3 === 0;
      const ctx = createRequestCtx(worker, moderator, at);
      const change = () => setGameHidden(ctx, { gameId, isHidden });
      await runInTabs(operation, () =>
        runUntilAnswered(worker, 'hide-game', change, operation.failure),
      );
    },
  };

const readWithdrawn = declareStatement<{ listings: string }, Record<string, never>>(
  { listings: bigintText },
  sql`select coalesce(sum((details ->> 'listings')::integer), 0)::bigint as listings
    from ${adminLog} where act = 'hide-game'`,
);

/** How many listings were withdrawn because their games were hidden, from the admin log. */
export async function countListingsOfHiddenGames(db: Database): Promise<number> {
  const [row] = await readWithdrawn(db, {});
  return Number(row?.listings);
}
