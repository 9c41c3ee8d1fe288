import { z } from 'zod';
import { gameplayConstants } from '../constants/gameplay.ts';
import { gameId } from './fields/game-id.ts';
import { idempotencyKeyInput } from './fields/idempotency-key.ts';
import { itemsPerPageOr } from './fields/list-query.ts';
import { pageNumber } from './fields/paging.ts';
import { checkbox } from './settings/settings.ts';

/** The game of the drop log; null for all games. */
const drawnGame = gameId.nullable().catch(null);

/** The query of the drop log: `?game=…&perPage=…&page=…`. */
export const drawsQuery = z.object({
  game: drawnGame,
  perPage: itemsPerPageOr(gameplayConstants.drawsPerPage),
  page: pageNumber(),
});

/** The query of the drop log as CSV. */
export const drawsCsvQuery = z.object({ game: drawnGame });

/** The requests of the play bar. */
export const playBarInput = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('keep'), gameId }),
  z.object({ intent: z.literal('award'), gameId, key: idempotencyKeyInput }),
  z.object({ intent: z.literal('stop') }),
]);

/** The requests of the play screen. */
export const playInput = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('start') }),
  z.object({ intent: z.literal('keep') }),
  z.object({ intent: z.literal('stop') }),
  z.object({ intent: z.literal('award'), key: idempotencyKeyInput }),
  z.object({ intent: z.literal('sound'), hasSound: checkbox }),
]);
