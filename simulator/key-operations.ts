import { randomUUID } from 'node:crypto';
import { createOwnGame } from '#domain/catalog/own-games/save-own-game.ts';
import { addGameKeys, removeUnusedKeys } from '#domain/game-library/keys/change-game-keys.ts';
import { ownGameInput } from '#shared/schemas/own-games.ts';
import { buyGameOf } from './buy-game-of.ts';
import type { OperationContext } from './operation-context.ts';
import type { OperationKind } from './operations.ts';
import { createRequestCtx } from './request-contexts.ts';
import { runUntilAnswered, type Worker } from './simulation-state.ts';

type KeyKind = Extract<OperationKind, 'buy-keyed-game' | 'add-keys' | 'remove-keys'>;

const listKeys = (count: number) => Array.from({ length: count }, () => randomUUID()).join('\n');

/** Creates the game of the site whose purchases get keys, from its first purchase on. */
export async function createKeyedGame({ world, database, nodeCtx }: Worker): Promise<void> {
  const ctx = { ...nodeCtx, db: database.db, actor: world.moderator };
  const input = ownGameInput.parse({ name: 'A game with keys' });
  const { gameId } = await createOwnGame(ctx, input);
  await addGameKeys(ctx, { gameId, list: listKeys(4) });
  world.gameIds.push(gameId);
  world.gameNames.push(input.name);
  world.keyedGameId = gameId;
}

/** Purchases that get keys, while catalog editors add a few keys and remove the unused ones. */
export const keyOperations: Record<KeyKind, (context: OperationContext) => Promise<unknown>> = {
  'buy-keyed-game': (context) => buyGameOf(context, context.worker.world.keyedGameId),

  async 'add-keys'({ worker, operation, at }) {
    const { keyedGameId: gameId, moderator } = worker.world;
    const ctx = createRequestCtx(worker, moderator, at);
    const list = listKeys(1 + (operation.choice % 6));
    const add = () => addGameKeys(ctx, { gameId, list });
    await runUntilAnswered(worker, 'add-keys', add, operation.failure);
  },

  async 'remove-keys'({ worker, operation, at }) {
    // Rarely, so that some keys are left for purchases.
    if (operation.choice % 4 !== 0) return;
    const { keyedGameId: gameId, moderator } = worker.world;
    const ctx = createRequestCtx(worker, moderator, at);
    const remove = () => removeUnusedKeys(ctx, { gameId });
    await runUntilAnswered(worker, 'remove-keys', remove, operation.failure);
  },
};
