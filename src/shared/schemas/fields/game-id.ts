import { z } from 'zod';

/** The id of a game in a URL or form. */
export const gameId = z.coerce.number().int().positive().max(2_147_483_647);
