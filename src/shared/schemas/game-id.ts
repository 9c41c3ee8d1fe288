import { z } from 'zod';

/** The id of a game, as an address or a form has it. */
export const gameId = z.coerce.number().int().positive().max(2_147_483_647);
