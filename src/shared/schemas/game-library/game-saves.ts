import { z } from 'zod';
import { gameId } from '../fields/game-id.ts';

/** What the page of a game asks about its save: the game, the account that loaded the page, and the known revision. */
export const gameSaveInput = z.object({
  gameId,
  player: z.string().max(50),
  revision: z.uuid().nullable(),
});

/** The form that deletes a save. */
export const deletedGameSaveInput = z.object({ gameId });

/** The query of the list: the save that the page asks about before it is deleted. */
export const gameSavesQuery = z.object({ remove: gameId.nullable().catch(null) });
